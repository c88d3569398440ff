/**
 * Acts of power (Q113): each is done only after a fresh proof of who is asking, and mailed to all
 * admins.
 */
export const powerActs = ['role', 'email', 'two_factor', 'delete', 'provider'] as const
export type PowerAct = (typeof powerActs)[number]
