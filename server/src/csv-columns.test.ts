import { afterAll, beforeAll, expect, it } from 'vitest'

import { fillFiles } from './testing/csv-sample.ts'
import { day, idOf } from './testing/csv-trade.ts'
import { person, type Person } from './testing/make.ts'
import { everyCall } from './testing/sample-data.ts'
import { send } from './testing/shop.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'

// Every CSV of the shop: each column contains the field that its heading names.

let testShop: TestShop
let staff: Person

beforeAll(async () => {
  testShop = await openTestShop()
  await fillFiles(testShop.app)
  staff = await person(testShop.app, { role: 'admin' })
})

afterAll(() => testShop?.close())

type Cells = Record<string, string>

/**
 * The expected cells of each file: the headings in order, each with its cell in every sample row.
 */
const files: Record<string, { path: string; rows: Cells[] }> = {
  'admin.users.export': {
    path: '/api/admin/users/export.csv',

    rows: [
      {
        id: idOf(1),
        name: 'Nome da Conta',
        email: 'conta@arquivo.test',
        role: 'developer',
        discordId: '111111111111111111',
        createdAt: day(3),
        lastLoginAt: day(4),
        isBanned: 'true',
        banReason: 'motivo do banimento',
        bannedAt: day(5),
      },
    ],
  },

  'admin.categories.export': {
    path: '/api/product/list-categories/export.csv',

    rows: [
      {
        id: idOf(2),
        name: 'Nome da Categoria',
        nameEn: 'Name of the Category',
        description: 'texto da categoria',
        image: '/uploads/categoria.png',
        color: '#0A0B0C',
        active: 'false',
        productCount: '2',
        createdAt: day(6),
        updatedAt: day(7),
      },
    ],
  },

  'admin.products.export': {
    path: '/api/admin/product/export.csv',

    rows: [
      {
        id: idOf(3),
        name: 'Nome do Produto',
        description: 'texto do produto',
        price: '123.45',
        currency: 'USD',
        category: 'Nome da Categoria',
        provider: 'manual',
        status: 'maintenance',
        isFeatured: 'true',
        discordRoleId: '222222222222222222',
        image: '/uploads/produto.png',
        sellerType: 'vendedor',
        level: '4',
        expiration: '45',
        maxPerOrder: '6',
        freeKeys: '',
        soldLast30Days: '0',
        createdAt: day(8),
        updatedAt: day(9),
      },
    ],
  },

  'admin.carts.export': {
    path: '/api/admin/carts/export.csv',

    rows: [
      {
        id: idOf(5),
        userId: idOf(1),
        userName: 'Nome da Conta',
        userEmail: 'conta@arquivo.test',
        itemCount: '7',
        subtotal: '301.11',
        totalAmount: '268.89',
        currency: 'USD',
        cupomCode: 'CUPOMPEDIDO',
        status: 'completed',
        termsAccepted: 'true',
        createdAt: day(12),
        updatedAt: day(13),
        expiresAt: day(14),
      },
      {
        id: idOf(6),
        userId: idOf(1),
        userName: 'Nome da Conta',
        userEmail: 'conta@arquivo.test',
        itemCount: '3',
        subtotal: '370.35',
        totalAmount: '370.35',
        currency: 'USD',
        cupomCode: 'CUPOMCARRINHO',
        status: 'abandoned',
        termsAccepted: 'false',
        createdAt: day(15),
        updatedAt: day(16),
        expiresAt: day(17),
      },
    ],
  },

  'admin.orders.export': {
    path: '/api/admin/orders/export.csv',

    rows: [
      {
        orderNumber: 'ORD-770077',
        customerName: 'Nome no Pedido',
        customerEmail: 'pedido@arquivo.test',
        items: '7',
        subtotal: '301.11',
        discount: '32.22',
        cupomCode: 'CUPOMPEDIDO',
        totalAmount: '268.89',
        currency: 'USD',
        paymentMethod: 'stripe',
        origin: 'discord',
        status: 'refunded',
        createdAt: day(19),
        completedAt: day(20),
        refundedAmount: '10',
        dispute: 'inquiry',
      },
    ],
  },

  // Amounts are in reais, at 5 reais for a dollar. The fee of a card payment is 3.99 % and 39
  // cents.
  'admin.statistics.month': {
    path: '/api/admin/stats/month.csv?month=2026-05',

    rows: [
      {
        Data: '2026-05-19',
        Tipo: 'Venda',
        Pedido: 'ORD-770077',
        Cliente: 'Nome no Pedido',
        Pagamento: 'Cartão',
        Subtotal: '1505,55',
        Desconto: '161,1',
        Total: '1344,45',
        Taxa: '54,03',
        Reembolsado: '0',
        Líquido: '1290,42',
        Cupom: 'CUPOMPEDIDO',
        'Origem da visita': 'panfleto',
      },
      {
        Data: '2026-05-29',
        Tipo: 'Reembolso',
        Pedido: 'ORD-770077',
        Cliente: 'Nome no Pedido',
        Pagamento: 'Cartão',
        Subtotal: '0',
        Desconto: '0',
        Total: '0',
        Taxa: '0',
        Reembolsado: '50',
        Líquido: '-50',
        Cupom: 'CUPOMPEDIDO',
        'Origem da visita': 'panfleto',
      },
    ],
  },

  'admin.transactions.export': {
    path: '/api/admin/transactions/export.csv',

    rows: [
      {
        paymentId: 'pagamento-um',
        sessionId: 'referência-um',
        customerName: 'Nome do Pagador',
        customerEmail: 'pagador@arquivo.test',
        discordId: '333333333333333333',
        productName: 'Nome no Pagamento',
        amount: '268.9',
        originalAmount: '301.12',
        discount: '32.23',
        cupomCode: 'CUPOMPAGO',
        currency: 'USD',
        paymentMethod: 'crypto',
        status: 'completed',
        attention: 'late',
        keyGenerated: 'true',
        refunded: 'false',
        createdAt: day(24),
        updatedAt: day(25),
        refundedAmount: '10',
        dispute: '',
      },
      {
        paymentId: 'pagamento-dois',
        sessionId: 'referência-dois',
        customerName: 'Nome do Pagador',
        customerEmail: 'pagador@arquivo.test',
        discordId: '333333333333333333',
        productName: 'Nome no Pagamento',
        amount: '10.01',
        originalAmount: '20.02',
        discount: '30.03',
        cupomCode: 'CUPOMNEGADO',
        currency: 'USD',
        paymentMethod: 'pix',
        status: 'rejected',
        attention: 'over',
        keyGenerated: 'false',
        refunded: 'true',
        createdAt: day(27),
        updatedAt: day(28),
        refundedAmount: '0',
        dispute: 'inquiry',
      },
    ],
  },

  'admin.licences.export': {
    path: '/api/admin/licenses/export.csv',
    rows: [
      {
        id: idOf(12),
        product: 'Nome na Licença',
        licenseKey: '••••LICE',
        customerName: 'Nome na Licença de Alguém',
        customerEmail: 'licenca@arquivo.test',
        status: 'revoked',
        expirationDate: day(2),
        orderNumber: 'ORD-770077',
        createdAt: day(1),
      },
    ],
  },

  'admin.stock.export': {
    path: '/api/admin/stock/export.csv',

    rows: [
      {
        id: idOf(13),
        licenseKey: '••••ESTO',
        product: 'Nome do Produto · Nome da Opção',
        status: 'used',
        usedByEmail: 'usou@arquivo.test',
        usedByName: 'Nome de Quem Usou',
        usedAt: day(5),
        orderNumber: 'ORD-770077',
        createdAt: day(6),
        updatedAt: day(7),
      },
    ],
  },

  'admin.coupons.export': {
    path: '/api/admin/cupons/export.csv',

    rows: [
      {
        id: idOf(11),
        code: 'CUPOMLISTADO',
        type: 'fixed',
        value: '7.77',
        minPurchase: '8.88',
        maxDiscount: '9.99',
        usageCount: '13',
        usageLimit: '21',
        startDate: day(8),
        endDate: day(9),
        active: 'true',
        status: 'expired',
        products: 'Nome do Produto | Outro Produto',
      },
    ],
  },

  'admin.tickets.export': {
    path: '/api/admin/tickets/export.csv',
    rows: [
      {
        ticketId: 'TICKET-7007',
        userName: 'Nome no Atendimento',
        userDiscordId: '555555555555555555',
        subject: 'assunto do atendimento',
        status: 'closed',
        messages: '2',
        createdAt: day(12),
        firstResponseAt: day(14),
        closedAt: day(15),
      },
    ],
  },

  'admin.audit.export': {
    path: '/api/server/audit-logs/export.csv?action=ato.registrado',
    rows: [
      {
        id: idOf(15),
        createdAt: day(19),
        action: 'ato.registrado',
        performedBy: 'Nome de Quem Fez',
        performedById: idOf(1),
        targetType: 'alvo',
        targetId: 'nome-do-alvo',
        details: '{"antes":"a \\"b\\", c"}',
        ip: '203.0.113.77',
      },
    ],
  },
}

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell]) => cell!.replaceAll('""', '"'))

/** The headings and cells of the row whose first cell is `first`. */
async function row(path: string, first: string): Promise<[string, string | undefined][]> {
  const { status, body } = await send(testShop, `GET ${path}`, { as: staff })
  expect(status).toBe(200)

  const [heads, ...rows] = String(body)
    .replace(/^\uFEFF/, '')
    .trimEnd()
    .split('\r\n')
    .map(cellsOf)

  const cells = rows.find(([cell]) => cell === first) ?? []

  return heads!.map((head, place) => [head, cells[place]])
}

it('every CSV of the contracts has its line here', () => {
  const calls = everyCall.filter(({ route }) => route.file?.startsWith('text/csv'))
  expect([...new Set(calls.map(({ name }) => name))].sort()).toEqual(Object.keys(files).sort())
  expect(calls.map(({ url }) => url)).toEqual(
    expect.arrayContaining(Object.values(files).map(({ path }) => path.split('?')[0])),
  )
})

for (const [name, { path, rows }] of Object.entries(files)) {
  it(`${name}: each column holds its own field`, async () => {
    for (const cells of rows) {
      const first = Object.values(cells)[0]!
      expect(await row(path, first)).toEqual(Object.entries(cells))
    }
  })

  it(`${name}: no two columns of the sample are alike, so that a swap would show`, () => {
    const columns = Object.keys(rows[0]!).map((head) => rows.map((cells) => cells[head]).join('\n'))
    expect(new Set(columns).size).toBe(columns.length)
  })
}
