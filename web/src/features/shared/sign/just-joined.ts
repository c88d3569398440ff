/** Whose account this page has just made, and whether its name is only what the mail suggests. */
let joined: { userId: string; isNamed: boolean } | null = null

/**
 * An account that was made a moment ago: its terms are accepted, so that the checkout of this visit
 * asks for them no second time, and asks for the name where nobody was asked yet (P144).
 */
export const justJoined = {
  note(userId: string, isNamed: boolean): void {
    joined = { userId, isNamed }
  },
  has: (userId: string | undefined): boolean => joined !== null && joined.userId === userId,
  isUnnamed: (userId: string | undefined): boolean => justJoined.has(userId) && !joined!.isNamed,
}
