/** The account made on this page, and whether the customer chose its name. */
let newAccount: { userId: string; isNamed: boolean } | null = null

/**
 * An account made in this visit. Its terms are accepted, so the checkout does not ask again, and
 * asks for a name nobody has chosen yet (P144).
 */
export const justJoined = {
  note(userId: string, isNamed: boolean): void {
    newAccount = { userId, isNamed }
  },
  has: (userId: string | undefined): boolean => newAccount !== null && newAccount.userId === userId,
  isUnnamed: (userId: string | undefined): boolean =>
    justJoined.has(userId) && !newAccount!.isNamed,
}
