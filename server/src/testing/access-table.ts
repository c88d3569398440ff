// The access of every call as it was thought of, written by hand and apart from the contracts, so
// that a call which opens by mistake is seen (A12).
// A new call gets its line here, by whoever thought about who may make it.

/** Anybody, without a session. */
const anybody = `
  POST /api/users/login
  POST /api/users/login/two-factor
  POST /api/users/login/code
  POST /api/users/login/code/enter
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
  GET /api/server/notifications/guild-id
  GET /api/server/guild/:guildId/widget
  GET /api/server/guild/:guildId/notifications
  GET /api/server/guild/:guildId/notifications/stats
  GET /api/server/guild/:guildId/notifications/author/:authorId
  GET /api/server/guild/:guildId/notifications/:id
  GET /api/payment/:provider/status/:paymentId
  GET /api/payment/pix-image/:paymentId/:signature
  GET /api/server/public/site-settings
  GET /api/server/status
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
  GET /cards/:name
  GET /uploads/:name
  GET /locales/*
  POST /locales/add/:lng/:ns
`

/** Anybody with a live session, for himself. */
const customers = `
  GET /api/users/two-factor
  POST /api/users/two-factor/setup
  POST /api/users/two-factor/confirm
  POST /api/users/two-factor/recovery-codes
  POST /api/users/two-factor/disable
  PUT /api/users/password
  POST /api/users/password/validate
  POST /api/users/step-up
  GET /api/users/sessions
  GET /api/users/dashboard
  GET /api/users/discord
  POST /api/users/discord/link
  POST /api/users/discord/finish
  DELETE /api/users/discord
  GET /api/users/orders
  GET /api/users/products
  GET /api/users/payments
  GET /api/payment/pending
  GET /api/product/restock
  PUT /api/product/restock/:productId
  DELETE /api/product/restock/:productId
`

/** Whoever owns what the address or the body names, and nobody else of the customers. */
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
  GET /api/users/licenses/:id/guide
  POST /api/payment/efybank/checkout
  POST /api/payment/efi/checkout
  POST /api/payment/stripe/create-checkout
  POST /api/payment/binance/checkout
`

/** Admins and developers. */
const staff = `
  GET /api/admin/product/stats
  GET /api/admin/licenses/stats
  PATCH /api/admin/orders/:id
  PATCH /api/admin/transactions/:id
  GET /api/admin/security
  POST /api/admin/security
  GET /api/users/bans
  POST /api/users/ban
  DELETE /api/server/guild/:guildId/notifications/:id
  POST /api/server/notifications/send
  GET /api/admin/users
  GET /api/admin/users/stats
  GET /api/admin/users/export.csv
  POST /api/admin/users/bulk-ban
  GET /api/admin/users/:id
  PUT /api/admin/users/:id
  PATCH /api/admin/users/:id
  DELETE /api/admin/users/:id
  PUT /api/admin/users/:id/role
  PATCH /api/admin/users/:id/role
  POST /api/admin/users/:id/ban
  POST /api/admin/users/:id/unban
  GET /api/admin/users/:id/history
  DELETE /api/admin/users/:id/two-factor
  GET /api/admin/product
  GET /api/admin/product/export.csv
  GET /api/admin/product/:id
  POST /api/admin/product
  PUT /api/admin/product/:id
  PATCH /api/admin/product/:id
  PATCH /api/admin/product/:id/status
  PATCH /api/admin/product/:id/toggle
  DELETE /api/admin/product/:id
  GET /api/admin/product/:id/page
  PUT /api/admin/product/:id/page
  POST /api/admin/product/preview
  POST /api/admin/uploads
  GET /api/product/list-categories
  GET /api/product/list-categories/export.csv
  POST /api/product/create-category
  PUT /api/product/update-category/:id
  PATCH /api/product/update-category/:id
  DELETE /api/product/delete-category/:id
  GET /api/admin/deliveries
  POST /api/admin/deliveries/:id
  POST /api/admin/deliveries/:id/retry
  GET /api/admin/licenses
  GET /api/admin/licenses/export.csv
  GET /api/admin/licenses/:id
  PATCH /api/admin/licenses/:id/status
  PUT /api/admin/licenses/:id
  PATCH /api/admin/licenses/:id
  POST /api/admin/licenses/:id/reveal
  GET /api/admin/licenses/:id/reveals
  POST /api/admin/licenses/:id/replace
  DELETE /api/admin/licenses/:id
  GET /api/admin/stock
  GET /api/admin/stock/export.csv
  GET /api/admin/stock/stats
  GET /api/admin/stock/products
  PUT /api/admin/stock/products/:id/threshold
  GET /api/admin/stock/:licenseKey
  POST /api/admin/stock
  PATCH /api/admin/stock/:licenseKey/status
  PATCH /api/admin/stock/:licenseKey
  PUT /api/admin/stock/:licenseKey
  POST /api/admin/stock/:licenseKey/reveal
  DELETE /api/admin/stock/:licenseKey
  POST /api/admin/stock/bulk-status
  POST /api/admin/stock/bulk-delete
  GET /api/admin/cupons
  GET /api/admin/cupons/export.csv
  GET /api/admin/cupons/stats
  GET /api/admin/cupons/:id
  POST /api/admin/cupons
  PUT /api/admin/cupons/:id
  PATCH /api/admin/cupons/:id
  PATCH /api/admin/cupons/:id/toggle
  PATCH /api/admin/cupons/:id/status
  DELETE /api/admin/cupons/:id
  GET /api/admin/carts
  GET /api/admin/carts/stats
  GET /api/admin/carts/export.csv
  GET /api/admin/carts/:id
  PATCH /api/admin/carts/:id/status
  PATCH /api/admin/carts/:id
  DELETE /api/admin/carts/:id
  GET /api/admin/orders
  GET /api/admin/orders/stats
  GET /api/admin/orders/export.csv
  GET /api/admin/orders/:id
  PATCH /api/admin/orders/:id/status
  POST /api/admin/orders/:id/receipt
  DELETE /api/admin/orders/:id
  GET /api/admin/transactions
  GET /api/admin/transactions/stats
  GET /api/admin/transactions/export.csv
  GET /api/admin/transactions/:id
  PATCH /api/admin/transactions/:id/status
  GET /api/admin/tickets
  GET /api/admin/tickets/stats
  GET /api/admin/tickets/export.csv
  GET /api/admin/tickets/:id
  POST /api/admin/tickets
  PUT /api/admin/tickets/:id
  PATCH /api/admin/tickets/:id
  PATCH /api/admin/tickets/:id/status
  DELETE /api/admin/tickets/:id
  GET /api/admin/tickets/:id/transcript
  GET /api/admin/tickets/:id/transcript/download
  POST /api/admin/tickets/:id/transcript/open
  GET /api/admin/notifications
  GET /api/admin/notifications/stats
  GET /api/admin/notifications/:id
  POST /api/admin/notifications
  POST /api/admin/notifications/send
  PUT /api/admin/notifications/:id
  PATCH /api/admin/notifications/:id
  PATCH /api/admin/notifications/:id/status
  DELETE /api/admin/notifications/:id
  GET /api/admin/security/bans
  POST /api/admin/security/bans
  DELETE /api/admin/security/bans/:id
  GET /api/admin/security/logs
  GET /api/admin/stats/system
  GET /api/admin/system/stats
  GET /api/server/stats
  GET /api/admin/system/health
  GET /api/admin/system/pix
  GET /api/server/config
  GET /api/admin/system/config
  GET /api/admin/system/site-settings
  GET /api/server/site-settings
  PUT /api/admin/system/site-settings
  PATCH /api/admin/system/site-settings
  PUT /api/server/site-settings
  PATCH /api/server/site-settings
  POST /api/admin/system/site-settings/reset
  POST /api/server/site-settings/reset
  GET /api/server/audit-logs
  GET /api/admin/audit-logs
  GET /api/server/audit-logs/export.csv
  GET /api/admin/audit-logs/export.csv
  GET /api/admin/stats
  GET /api/admin/stats/sales
  GET /api/admin/stats/users
  GET /api/admin/stats/revenue
  GET /api/admin/stats/sales-stats
  GET /api/admin/stats/top-products
  GET /api/admin/stats/payment-methods
  GET /api/admin/jobs
  POST /api/admin/jobs/:id/retry
  DELETE /api/admin/jobs/:id
  GET /api/admin/desk
  GET /api/admin/desk/deposits
  GET /api/admin/desk/payments/:id
  POST /api/admin/desk/payments/:id/accept
  POST /api/admin/desk/payments/:id/confirm
  POST /api/admin/desk/payments/:id/deliver
  POST /api/admin/desk/payments/:id/refund
  POST /api/admin/desk/payments/:id/release
  POST /api/admin/desk/payments/:id/notes
  POST /api/admin/desk/payments/:id/defence
  GET /api/admin/desk/payments/:id/evidence.pdf
  POST /api/admin/desk/deposits/:id/match
  POST /api/admin/desk/deposits/:id/close
  GET /api/admin/chat-roles
  GET /api/admin/chat-roles/guild
  POST /api/admin/chat-roles/:id/retry
`

/** Whoever shows a signature, a token or a cookie of their own; a session opens none of them. */
const bearersOfSigns = `
  POST /api/webhooks/stripe
  POST /api/webhooks/pix
  POST /api/webhooks/pix/pix
  POST /api/webhooks/discord
  GET /transcripts/*
  GET /transcripts/files/:id/:until/:signature
  GET /metrics
`

export type Expected = 'anybody' | 'customers' | 'owners' | 'staff' | 'signed'
const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Who may make each call, by `METHOD path`. */
export const expectedAccess = new Map<string, Expected>(
  (
    [
      ['anybody', anybody],
      ['customers', customers],
      ['owners', owners],
      ['staff', staff],
      ['signed', bearersOfSigns],
    ] as const
  ).flatMap(([who, text]) => lines(text).map((call) => [call, who] as const)),
)
