/** Accounts of the demo shop, all with the same password. */
export const demoAccounts = [
  { email: 'admin@demo.test', role: 'admin' },
  { email: 'developer@demo.test', role: 'developer' },
  { email: 'cliente@demo.test', role: 'client' },
] as const
