import { staff } from './access-table.staff.ts'

// The intended access of every call. It is written by hand and not derived from the contracts, so
// that a call opened by mistake fails a test (F162). Add a line here for each new call.

/** Calls for anybody, without a session. */
const anybody = `
  POST /api/users/login
  POST /api/users/login/two-factor
  POST /api/users/login/code
  POST /api/users/login/code/enter
  POST /api/users/login/code/register
  POST /api/users/login/discord
  POST /api/users/login/discord/finish
  POST /api/users/login/discord/register
  POST /api/users/register
  POST /api/users/logout
  POST /api/users/refresh-token
  POST /api/users/forgot-password
  POST /api/users/reset-password
  GET /api/captcha/challenge
  GET /api/product/limits
  GET /api/product/list-featured-products
  GET /api/product/list-active-categories
  GET /api/product/list-by-category/:categoryName
  GET /api/product/detail/:productId
  GET /api/product/page/:slug
  GET /api/product/search
  GET /api/product/:productId/reviews
  GET /api/product/list-latest-reviews
  GET /api/server/notifications/guild-id
  GET /api/server/guild/:guildId/widget
  GET /api/server/guild/:guildId/notifications
  GET /api/server/guild/:guildId/notifications/stats
  GET /api/server/guild/:guildId/notifications/author/:authorId
  GET /api/server/guild/:guildId/notifications/:id
  GET /api/payment/:provider/status/:paymentId
  GET /api/payment/pix-image/:paymentId/:signature
  GET /api/server/public/site-settings
  GET /api/server/pages/:slug
  GET /api/server/questions
  GET /api/server/status
  GET /api/server/status/history
  POST /api/visits
  GET /api/openapi.json
  GET /docs
  GET /docs/
  GET /docs/mails
  GET /docs/mails/:name/:language
  GET /docs/js/scalar.js
  GET /healthz
  GET /readyz
  GET /robots.txt
  GET /sitemap.xml
  GET /manifest.webmanifest
  GET /icons/icon-192.png
  GET /icons/icon-512.png
  GET /icons/maskable-512.png
  GET /icons/apple-touch-icon.png
  GET /icons/favicon.png
  GET /icons/logo.png
  GET /icons/logo-dark.png
  GET /icons/mark-16130a.png
  GET /icons/mark-ffffff.png
  GET /cards/:name
  GET /cards/product/:name
  GET /cards/motif/:name
  GET /uploads/:name
  GET /locales/*
  POST /locales/add/:lng/:ns
`

/** Calls for everyone with a valid session, about their own account. */
const customers = `
  GET /api/users/two-factor
  POST /api/users/two-factor/setup
  POST /api/users/two-factor/confirm
  POST /api/users/two-factor/recovery-codes
  POST /api/users/two-factor/disable
  GET /api/users/password
  PUT /api/users/password
  POST /api/users/password/validate
  POST /api/users/step-up
  POST /api/users/step-up/code
  GET /api/users/sessions
  PATCH /api/users/profile
  GET /api/users/profile/email
  POST /api/users/profile/email/code
  PUT /api/users/profile/email
  GET /api/users/profile/cpf
  DELETE /api/users/profile/cpf
  GET /api/users/profile/removal
  POST /api/users/profile/removal
  GET /api/users/profile/data.json
  GET /api/users/dashboard
  GET /api/users/discord
  POST /api/users/discord/link
  POST /api/users/discord/finish
  DELETE /api/users/discord
  POST /api/users/login/discord/link
  GET /api/users/orders
  GET /api/users/products
  GET /api/users/payments
  GET /api/payment/pending
  GET /api/product/restock
  PUT /api/product/restock/:productId
  DELETE /api/product/restock/:productId
  POST /api/product/:productId/reviews
  PUT /api/product/:productId/reviews
  DELETE /api/product/:productId/reviews
  GET /api/users/reviews
  POST /api/product/reviews/:id/report
  GET /api/users/notifications
  PUT /api/users/notifications/viewed
  PUT /api/users/notifications/preferences
  GET /api/users/tickets
  GET /api/users/tickets/unread
  POST /api/users/tickets
  POST /api/users/tickets/files
`

/** Calls for the owner of the data that the URL or the body names, and for no other customer. */
const owners = `
  DELETE /api/users/sessions/:id
  GET /api/users/:id/history
  GET /api/product/cart/:userId
  POST /api/product/cart/:userId/add
  DELETE /api/product/cart/:userId/remove/:productId
  PATCH /api/product/cart/:userId/update/:productId
  POST /api/product/cart/:userId/sync
  POST /api/product/cart/validate
  GET /api/users/orders/:id/invoice
  POST /api/users/orders/:id/withdrawal
  GET /api/users/licenses/:id/guide
  GET /api/users/tickets/:id
  POST /api/users/tickets/:id/messages
  PUT /api/users/tickets/:id/seen
  PATCH /api/users/tickets/:id/status
  GET /api/users/tickets/files/:id
  GET /api/users/tickets/mails/:id
  POST /api/payment/efybank/checkout
  POST /api/payment/efi/checkout
  POST /api/payment/stripe/create-checkout
  POST /api/payment/binance/checkout
`

/** Calls that need their own signature, token or cookie; a session alone is refused. */
const bearersOfSigns = `
  POST /api/webhooks/stripe
  POST /api/webhooks/pix
  POST /api/webhooks/pix/pix
  POST /api/webhooks/discord
  POST /api/webhooks/mail
  GET /transcripts/*
  GET /transcripts/files/:id/:until/:signature
  GET /metrics
`

export type Expected = 'anybody' | 'customers' | 'owners' | 'staff' | 'signed'

const trimmedLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The intended callers of each call, by `METHOD path`. */
export const expectedAccess = new Map<string, Expected>(
  (
    [
      ['anybody', anybody],
      ['customers', customers],
      ['owners', owners],
      ['staff', staff],
      ['signed', bearersOfSigns],
    ] as const
  ).flatMap(([expected, text]) => trimmedLines(text).map((call) => [call, expected] as const)),
)
