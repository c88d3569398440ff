/**
 * Sensitive actions (Q113): each requires a recent proof of identity, and all admins get a mail.
 */
export const powerActs = ['role', 'email', 'two_factor', 'delete', 'provider'] as const
export type PowerAct = (typeof powerActs)[number]
