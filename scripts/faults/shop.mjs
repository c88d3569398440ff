// What the shop says of itself, keeps of its customers, and offers.
const keptCpf = 'server/src/domains/accounts/kept-cpf/kept-cpf.service.ts'

export const shop = [
  {
    name: 'a CPF is forgotten although its customer goes on buying',
    file: keptCpf,
    from: ', notExists(paidSince)',
    to: '',
    seenBy: ['server', 'kept-cpf/kept-cpf.test'],
  },
  {
    name: 'a CPF is kept by a session that ended meanwhile',
    file: keptCpf,
    from: '  if (!open) return\n',
    to: '',
    seenBy: ['server', 'accounts/kept-cpf'],
  },
  {
    name: 'a product that was deleted stays in the cart',
    file: 'server/src/domains/cart/cart.queries.ts',
    from: 'eq(products.id, productVariants.productId), isThere))',
    to: 'eq(products.id, productVariants.productId)))',
    seenBy: ['server', 'domains/cart/'],
  },
  {
    name: 'what lies in a category that is off is offered again',
    file: 'server/src/db/on-sale.ts',
    from: 'sql<boolean>`(${isInShop} and exists',
    to: 'sql<boolean>`(${isOffered} and exists',
    seenBy: ['server', 'orders/orders.test'],
  },
  {
    name: 'search describes in Portuguese what it found for an English reader',
    file: 'server/src/domains/catalogue/catalogue.routes.ts',
    from: 'searchProducts(app, query, language)',
    to: 'searchProducts(app, query)',
    seenBy: ['server', 'pages/product-page.test'],
  },
  {
    name: 'search names what it found by another name than it is searched by',
    file: 'server/src/domains/catalogue/products/products.queries.ts',
    from: 'toView({ ...row, name: row.ownName })',
    to: 'toView(row)',
    seenBy: ['server', 'pages/product-page.test'],
  },
  {
    name: 'an export breaks off at what no key opens',
    file: 'server/src/domains/payments/people/export.queries.ts',
    from: 'opened(app, licence.keyCipher, ',
    to: 'app.vault.open(licence.keyCipher, ',
    seenBy: ['server', 'people/export.test'],
  },
  {
    name: 'a false CNPJ is taken',
    file: 'contracts/src/tax-ids.ts',
    from: "isRight(bare, cnpjWeights) ? null : 'cnpj'",
    to: 'isRight(bare, cnpjWeights) ? null : null',
    seenBy: ['server', 'settings/seller.test'],
  },
  {
    name: 'the colour of the shop is made readable on some grounds only',
    file: 'contracts/src/accent.ts',
    from: 'const leastContrast = 4.5',
    to: 'const leastContrast = 3',
    seenBy: ['web', 'accent.test'],
  },
  {
    name: 'a mail is changed to what it is already',
    file: 'server/src/domains/accounts/own-mail/mail-change.service.ts',
    from: "  assertMailServer(app)\n  if (email === principal.email) throw fail('mail_change.same')\n",
    to: '  assertMailServer(app)\n',
    seenBy: ['server', 'own-mail/mail-change.test'],
  },
]
