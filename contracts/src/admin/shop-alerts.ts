/** Alerts to admins about the shop itself; each is sent once per problem (P530). */
export const shopAlerts = [
  'disk',
  'jobs_late',
  'jobs_dead',
  'payments_unasked',
  'money_waiting',
  'units_waiting',
  'backup_old',
  'pix_down',
  'card_down',
  'crypto_down',
  'chat_down',
  'mail_down',
] as const

export type ShopAlert = (typeof shopAlerts)[number]
