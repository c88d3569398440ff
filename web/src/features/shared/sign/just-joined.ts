/** The account made on this page, and whether the customer chose its name. */
let newAccount: { userId: string; isNamed: boolean } | null = null

/**
 * An account made in this visit. The customer has accepted the terms, so the checkout does not ask
 * for them again. It asks for a name if the customer has not chosen one (P144).
 */
export const justJoined = {
  note(userId: string, isNamed: boolean): void {
    newAccount = { userId, isNamed }
  },
  has: (userId: string | undefined): boolean => newAccount !== null && newAccount.userId === userId,
  isUnnamed: (userId: string | undefined): boolean =>
    justJoined.has(userId) && !newAccount!.isNamed,
}
