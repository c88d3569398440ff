import {
  auditLog,
  categories,
  couponProducts,
  coupons,
  licences,
  products,
  productVariants,
  stockKeys,
  ticketMessages,
  tickets,
  users,
} from '../db/tables/index.ts'
import type { App } from '../platform/app.ts'
import { id, idOf, on, sold, createTrade } from './csv-trade.ts'

// Stores one row of each kind that a CSV file lists. All values of a row differ, none is a default,
// and each instant is on another day, so that a swapped column changes the file.

export async function fillFiles({ db }: App): Promise<void> {
  await createPerson(db)
  await createShelf(db)
  await createTrade(db)
  await createKeys(db)
  await createCoupon(db)
  await createTicketAndAudit(db)
}

const toBytes = (text: string): Buffer => Buffer.from(text)

async function createPerson(db: App['db']): Promise<void> {
  await db.insert(users).values({
    id: id.person,
    name: 'Nome da Conta',
    email: 'conta@arquivo.test',
    role: 'developer',
    discordId: '111111111111111111',
    discordName: 'nome.no.discord',
    language: 'en-US',
    emailProvenAt: on(1),
    discordProvenAt: on(2),
    createdAt: on(3),
    lastLoginAt: on(4),
    isBanned: true,
    banReason: 'motivo do banimento',
    bannedAt: on(5),
  })

  await db.insert(categories).values({
    id: id.category,
    name: 'Nome da Categoria',
    nameEn: 'Name of the Category',
    description: 'texto da categoria',
    image: '/uploads/categoria.png',
    color: '#0A0B0C',
    active: false,
    createdAt: on(6),
    updatedAt: on(7),
  })
}

async function createShelf(db: App['db']): Promise<void> {
  const shelfFields = { currency: 'USD', categoryId: id.category, status: 'maintenance' } as const
  const product = {
    ...shelfFields,
    isFeatured: true,
    version: 9,
    createdAt: on(8),
    updatedAt: on(9),
  }

  await db.insert(products).values([
    {
      ...product,
      id: id.product,
      name: 'Nome do Produto',
      description: 'texto do produto',
      image: '/uploads/produto.png',
    },
    { ...product, id: id.otherProduct, name: 'Outro Produto', description: 'outro texto' },
  ])

  const variant = {
    position: 3,
    active: false,
    priceCents: 12_345,
    compareAtCents: 45_678,
    provider: 'manual' as const,
    sellerType: 'vendedor',
    level: 4,
    validityDays: 45,
    minQuantity: 2,
    maxQuantity: 6,
    perCustomer: 8,
    version: 11,
    createdAt: on(10),
    updatedAt: on(11),
  }

  await db.insert(productVariants).values([
    {
      ...variant,
      id: id.product,
      productId: id.product,
      name: 'Nome da Opção',
      nameEn: 'Name of the Option',
      discordRoleId: '222222222222222222',
    },
    { ...variant, id: id.otherProduct, productId: id.otherProduct },
  ])
}

async function createKeys(db: App['db']): Promise<void> {
  await db.insert(licences).values({
    ...sold,
    id: id.licence,
    unitId: id.unit,
    orderId: id.order,
    userId: id.person,
    productName: 'Nome na Licença',
    variantName: 'Opção na Licença',
    validityDays: 46,
    stockKeyId: id.stockKey,
    keyCipher: toBytes('cifra'),
    keyIndex: toBytes('índice'),
    last4: 'LICE',
    priceCents: 7007,
    currency: 'USD',
    status: 'revoked',
    customerName: 'Nome na Licença de Alguém',
    customerEmail: 'licenca@arquivo.test',
    createdAt: on(1),
    expiresAt: on(2),
    suspendedAt: on(3),
    expiryTold: on(4),
  })

  await db.insert(stockKeys).values({
    id: id.stockKey,
    variantId: id.product,
    keyCipher: toBytes('outra cifra'),
    keyIndex: toBytes('outro índice'),
    last4: 'ESTO',
    costCents: 8008,
    status: 'used',
    unitId: id.unit,
    usedByEmail: 'usou@arquivo.test',
    usedByName: 'Nome de Quem Usou',
    usedAt: on(5),
    createdAt: on(6),
    updatedAt: on(7),
  })
}

async function createCoupon(db: App['db']): Promise<void> {
  await db.insert(coupons).values({
    id: id.coupon,
    code: 'CUPOMLISTADO',
    type: 'fixed',
    value: 777,
    minPurchaseCents: 888,
    maxDiscountCents: 999,
    usageLimit: 21,
    usageCount: 13,
    reservedCount: 2,
    startDate: on(8),
    endDate: on(9),
    createdAt: on(10),
    updatedAt: on(11),
  })

  await db.insert(couponProducts).values([
    { couponId: id.coupon, productId: id.otherProduct },
    { couponId: id.coupon, productId: id.product },
  ])
}

async function createTicketAndAudit(db: App['db']): Promise<void> {
  await db.insert(tickets).values({
    id: id.ticket,
    ticketId: 'TICKET-7007',
    userName: 'Nome no Atendimento',
    userDiscordId: '555555555555555555',
    userId: id.person,
    subject: 'assunto do atendimento',
    status: 'closed',
    channelId: '666666666666666666',
    createdAt: on(12),
    updatedAt: on(13),
    firstResponseAt: on(14),
    closedAt: on(15),
    lastAt: on(16),
    firstCustomerAt: on(17),
    customerAt: on(18),
  })

  await db.insert(ticketMessages).values(
    [16, 17].map((number) => ({
      id: idOf(number),
      ticketId: id.ticket,
      author: 'Autor',
      role: 'staff' as const,
      text: 'texto',
      createdAt: on(number),
    })),
  )

  await db.insert(auditLog).values({
    id: id.entry,
    action: 'ato.registrado',
    actorId: id.person,
    actorName: 'Nome de Quem Fez',
    targetType: 'alvo',
    targetId: 'nome-do-alvo',
    details: { antes: 'a "b", c' },
    ip: '203.0.113.77',
    createdAt: on(19),
  })
}
