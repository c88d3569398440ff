import { siteDefaults } from '@chaveiro/contracts/defaults'
import { languages, type Language } from '@chaveiro/contracts/limits'
import { describe, expect, it } from 'vitest'

import { isLong } from '../../testing/long.ts'
import { xssTexts } from '../../testing/xss-corpus.ts'
import { writeMail, type Shop } from './mails.letter.ts'
import { nameInMail } from './mails.words.ts'
import { templates, type TemplateName } from './templates/index.ts'

const site = {
  ...siteDefaults,
  siteName: 'Loja da Bia',
  contactEmail: 'ajuda@loja.example',
  discordSupportLink: 'https://discord.gg/bia',
}

const shop: Shop = { publicUrl: 'https://loja.example', timeZone: 'America/Sao_Paulo', site }
const names = Object.keys(templates) as TemplateName[]
const all = names.flatMap((name) => languages.map((language) => [name, language] as const))

const write = (
  name: TemplateName,
  language: Language,
  values: unknown = templates[name].sample,
  more: { shop?: Shop; person?: string } = {},
) =>
  writeMail({
    shop: more.shop ?? shop,
    name,
    to: { name: more.person ?? 'Ana Souza', email: 'ana@exemplo.test', language },
    values: values as never,
  })

const hrefs = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, url]) => url!.replaceAll('&amp;', '&'))

const pictures = (html: string) =>
  [...html.matchAll(/<img[^>]*? src="([^"]*)"/g)].map(([, url]) => url)
const houseMark = 'https://loja.example/icons/mark-16130a.png'

/** The pictures of the products in a sample. */
const productPictures: Partial<Record<TemplateName, string[]>> = {
  receipt: ['basaltar', 'neblina'],
  paymentExpired: ['basaltar', 'neblina'],
  keyReplaced: ['basaltar'],
  licenceExpiring: ['quimerica', 'neblina'],
  stockBack: ['basaltar'],
  reviewInvite: ['basaltar', 'quimerica'],
  reviewReply: ['basaltar'],
}

/** All pictures of a sample: the mark, and that of each line of products. */
const picturesOf = (name: TemplateName): string[] => [
  houseMark,
  ...(productPictures[name] ?? []).map(
    (file) => `https://loja.example/cards/motif/demo-${file}.png`,
  ),
]

const visible = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")

/** A template's sample with every text in it replaced. */
function filled(value: unknown, by: string): unknown {
  if (typeof value === 'string') return by
  if (Array.isArray(value)) return value.map((one) => filled(one, by))
  if (!value || typeof value !== 'object' || value instanceof Date) return value

  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      ['currency', 'way', 'picture'].includes(key) ? one : filled(one, by),
    ]),
  )
}

it('a mail greets by name, but never repeats a web address in a name', () => {
  for (const name of ['Ana Souza', 'J. R. Silva', 'D’Ávila', 'Sr. José'])
    expect(nameInMail(name, 'a@b.test')).toBe(name)

  for (const name of [
    'Ganhe em http://golpe.example',
    'www.golpe',
    'visite golpe.example agora',
    'golpe.com',
  ])
    expect(nameInMail(name, 'a@b.test')).toBe('a@b.test')
})

describe.each(all)('%s in %s', (name, language) => {
  it('names shop, reason and help in both parts, with the same words and nothing external', async () => {
    const mail = await write(name, language)
    expect(mail.html).toContain(`<html lang="${language}"`)

    for (const part of [visible(mail.html), mail.text]) {
      for (const word of [
        mail.subject,
        mail.sheet.letter.why,
        'Loja da Bia',
        'ajuda@loja.example',
        'loja.example',
        'discord.gg/bia',
      ])
        expect(part).toContain(word)

      for (const block of mail.sheet.letter.body)
        if (block.kind === 'text' || block.kind === 'note') expect(part).toContain(block.text)
    }

    expect(mail.html).not.toMatch(/<script|<link|@import|url\(/i)
    expect(pictures(mail.html)).toEqual(picturesOf(name))

    expect(
      hrefs(mail.html).filter(
        (url) =>
          !url.startsWith('https://loja.example') &&
          !['https://discord.gg/bia', 'mailto:ajuda@loja.example'].includes(url),
      ),
    ).toEqual([])

    for (const block of mail.sheet.letter.body)
      if (block.kind === 'button') {
        expect(hrefs(mail.html)).toContain(block.url)
        expect(mail.text).toContain(block.url)
      }

    expect(Buffer.byteLength(mail.html)).toBeLessThan(60_000)
    expect(mail.text).not.toMatch(/undefined|null|\[object|NaN|\{\w+\}/)
    expect(visible(mail.html)).not.toMatch(/undefined|\[object|NaN|\{\w+\}/)
  })

  it('shows hostile names and titles as text; a subject is one line', async () => {
    for (const hostile of [
      ...xssTexts
        .slice(0, 120)
        .filter((_, at) => isLong || at % names.length === names.indexOf(name)),
      'Produto\r\nBcc: todos@exemplo.test',
      '\u2028x\u0000y',
      'W'.repeat(400),
    ]) {
      const mail = await write(name, language, filled(templates[name].sample, hostile), {
        person: hostile,
        shop: { ...shop, site: { ...site, siteName: hostile } },
      })

      const tags = [
        ...mail.html.replace(/<!--.*?-->/gs, '').matchAll(/<\/?([a-z!][a-z0-9]*)/gi),
      ].map(([, tag]) => tag!.toLowerCase())

      expect(
        [...new Set(tags)].filter(
          (tag) =>
            ![
              '!doctype',
              'html',
              'head',
              'meta',
              'title',
              'style',
              'body',
              'div',
              'table',
              'tbody',
              'tr',
              'td',
              'th',
              'a',
              'h1',
              'img',
              'p',
              'span',
              'code',
            ].includes(tag),
        ),
        hostile,
      ).toEqual([])

      expect(pictures(mail.html), hostile).toEqual(picturesOf(name))
      expect(mail.html.match(/<style>/g), hostile).toHaveLength(1)
      expect(mail.html.replace(/"[^"]*"/g, '""'), hostile).not.toMatch(/<[^>]*\son\w+\s*=/i)

      expect(
        hrefs(mail.html).filter(
          (url) =>
            !/^(https:\/\/loja\.example|https:\/\/discord\.gg\/bia$|mailto:ajuda@loja\.example$)/.test(
              url,
            ),
        ),
        hostile,
      ).toEqual([])

      expect(mail.subject, hostile).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect(mail.subject.length).toBeLessThanOrEqual(151)
    }
  })
})

/** Other variants of a mail, beside its sample. */
const otherCases: readonly (readonly [TemplateName, string, object])[] = [
  ['receipt', 'all delivered, keys on the page', { waiting: 0, keys: null, discountCents: 0 }],
  ['receipt', 'several keys to come', { waiting: 2 }],
  [
    'receipt',
    'given by the shop',
    { manual: 'given', waiting: 0, discountCents: 14970, totalCents: 0 },
  ],
  ['receipt', 'paid outside the shop', { manual: 'outside', waiting: 0 }],
  ['refund', 'by card', { way: 'stripe' }],
  ['refund', 'of money paid outside the shop', { way: 'outside' }],
  ['refund', 'in coins, of money that came twice', { way: 'crypto', repeated: true }],
  [
    'licenceExpiring',
    'one licence',
    { licences: templates.licenceExpiring.sample.licences.slice(0, 1) },
  ],
  ['reviewInvite', 'one product', { products: [{ name: 'Quimérica' }] }],
  [
    'reviewInvite',
    'three products',
    { products: ['Quimérica', 'Neblina', 'Reinos'].map((name) => ({ name })) },
  ],
  ['chatLinked', 'opens nothing', { opens: false }],
  ['twoFactorChanged', 'turned off', { isOn: false }],
  ['twoFactorChanged', 'taken away by the shop', { isOn: false, byShop: true }],
  ['ticketClosed', 'without a subject', { subject: '' }],
  ['ticketAnswer', 'can be answered by mail', { byMail: true }],
  ['ticketNew', 'about no order', { order: null }],
  ['stockLow', 'one key left', { left: 1 }],
  ['withdrawalToStaff', 'without a reason', { reason: null }],
  ['powerAct', 'email', { act: 'email' }],
  ['powerAct', 'second factor', { act: 'two_factor' }],
  ['powerAct', 'deletion', { act: 'delete' }],
  ['powerAct', 'provider', { act: 'provider' }],
  ['shopAlert', 'well again', { until: new Date('2026-03-02T16:30:00Z'), untilTime: '13:30' }],
]

/** A mail in both languages: its preview, its text, and why it was sent. */
async function pageOf(name: TemplateName, title: string, values: object): Promise<string> {
  const parts = [`## ${title}`]

  for (const language of languages) {
    const { text, sheet } = await write(name, language, values)
    const [said, why] = text.split('\n\n--\n\n')
    const lines = [...said!.split('\n\n'), why!.split('\n\n')[0]].join('\n')
    parts.push(`${language}: *${sheet.letter.hint}*`, `~~~text\n${lines}\n~~~`)
  }

  return parts.join('\n\n')
}

it('every mail says in both languages what docs/mails.md lists', async () => {
  const pages = [
    '# Every mail of the shop',
    'Every mail with sample values, as its reader gets it. A test writes this page (`npx vitest run --project server mails.letter -u`).',
  ]

  for (const name of names) {
    const { sample } = templates[name]
    pages.push(await pageOf(name, name, sample))
    for (const [of, title, values] of otherCases)
      if (of === name) pages.push(await pageOf(name, `${name}: ${title}`, { ...sample, ...values }))
  }

  await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot('../../../../docs/mails.md')
})

describe('the templates', () => {
  it('are in two languages that differ in every sentence', async () => {
    for (const name of names) {
      const [pt, en] = [await write(name, 'pt-BR'), await write(name, 'en-US')]
      expect(pt.subject, name).not.toBe(en.subject)

      expect(
        pt.sheet.letter.body.map((block) => block.kind),
        name,
      ).toEqual(en.sheet.letter.body.map((block) => block.kind))

      for (const [i, block] of pt.sheet.letter.body.entries())
        // A list of names has no sentence.
        if (block.kind !== 'goods' || block.head)
          expect(JSON.stringify(block), name).not.toBe(JSON.stringify(en.sheet.letter.body[i]))

      expect(
        pt.sheet.letter.body.filter((block) => block.kind === 'button').map((block) => block.url),
        name,
      ).toEqual(
        en.sheet.letter.body.filter((block) => block.kind === 'button').map((block) => block.url),
      )
    }
  })

  it("write money and dates in the reader's format, and leave out missing help", async () => {
    expect((await write('receipt', 'pt-BR')).text).toMatch(/Total: R\$\s134,73/)
    expect((await write('receipt', 'en-US')).text).toContain('Total: R$134.73')
    expect((await write('licenceExpiring', 'pt-BR')).text).toContain('14 de março de 2026')
    expect((await write('licenceExpiring', 'en-US')).text).toContain('March 14, 2026')

    const alone = await write('ticketClosed', 'pt-BR', undefined, {
      shop: {
        ...shop,
        site: {
          ...site,
          contactEmail: '',
          discordSupportLink: '',
          supportDiscord: 'javascript:alert(1)',
        },
      },
    })

    expect(alone.text + alone.html).not.toMatch(/javascript|mailto|Precisa de ajuda/)
    expect(alone.sheet.letter.body.filter((block) => block.kind === 'button')).toEqual([])
  })

  it('stay small enough to be shown whole, even a receipt of fifty keys and thirty lines', async () => {
    const product = 'Edição de colecionador com expansão e passe de temporada'

    const mail = await write('receipt', 'pt-BR', {
      ...templates.receipt.sample,
      keys: Array.from({ length: 50 }, (_, i) => [
        product,
        `ABCDE-FGHIJ-KLMNO-PQRST-${10_000 + i}`,
      ]),
      lines: Array.from({ length: 30 }, () => ({ name: product, quantity: 2, cents: 19990 })),
    })

    expect(Buffer.byteLength(mail.html)).toBeLessThan(60_000)
  })

  it.each([
    [
      'stockLow',
      'pt-BR',
      'left',
      [
        'Restam 0 chaves de Pincel sem vender.',
        'Resta 1 chave de Pincel sem vender.',
        'Restam 2 chaves de Pincel sem vender.',
      ],
    ],
    [
      'stockLow',
      'en-US',
      'left',
      [
        '0 keys of Pincel are left unsold.',
        '1 key of Pincel is left unsold.',
        '2 keys of Pincel are left unsold.',
      ],
    ],
    [
      'receipt',
      'pt-BR',
      'waiting',
      [
        'sua compra está pronta.',
        'Falta entregar 1 chave; avisaremos por e-mail assim que chegar.',
        'Faltam entregar 2 chaves; avisaremos por e-mail assim que chegarem.',
      ],
    ],
    [
      'receipt',
      'en-US',
      'waiting',
      [
        'your purchase is ready.',
        '1 key is still to come; we’ll email you when it arrives.',
        '2 keys are still to come; we’ll email you when they arrive.',
      ],
    ],
  ] as const)('%s in %s reads well of none, one and two', async (name, language, count, lines) => {
    for (const [n, line] of lines.entries())
      expect(
        (await write(name, language, { ...templates[name].sample, product: 'Pincel', [count]: n }))
          .text,
      ).toContain(line)
  })

  it('show the rest of a product that runs low in their preview too', async () => {
    for (const [left, portuguese, english] of [
      [0, 'Restam 0.', '0 left.'],
      [1, 'Resta 1.', '1 left.'],
      [2, 'Restam 2.', '2 left.'],
    ] as const) {
      expect((await write('stockLow', 'pt-BR', { product: 'Pincel', left })).html).toContain(
        portuguese,
      )
      expect((await write('stockLow', 'en-US', { product: 'Pincel', left })).html).toContain(
        english,
      )
    }
  })

  it('show a code to type in letters of 32 px, and in the text part beside its name', async () => {
    for (const name of [
      'loginCode',
      'firstCode',
      'proofCode',
      'removalCode',
      'newMailCode',
    ] as const) {
      const { html, text } = await write(name, 'pt-BR')
      const [, style] = /<code[^>]* style="([^"]*)"[^>]*>482913</.exec(html)!
      expect(style, name).toContain('font-size:32px')
      expect(text, name).toContain('Seu código\nCódigo: 482913')
    }
  })

  it('wear the owner’s colour in both themes, with a text on it that can be read', async () => {
    const inColour = (accentColor: string) =>
      write('receipt', 'pt-BR', undefined, { shop: { ...shop, site: { ...site, accentColor } } })

    const house = (await inColour('')).html
    expect(house).toContain('background:#ffd21f;color:#16130a')
    expect(house).toContain('.act,.on{color:#16130a!important}')
    const blue = (await inColour('#10206B')).html
    expect(blue).not.toContain('#ffd21f')
    expect(blue).toContain('background:#10206b;color:#ffffff')
    expect(blue).toContain('.band,.act{background:#152773!important}')
    expect(pictures(blue)[0]).toBe('https://loja.example/icons/mark-ffffff.png')
    expect((await inColour('red;}</style>')).html).toBe(house)
  })

  it('begin with the cut: a receipt with that of its order, any other with the shop’s', async () => {
    const edge = (html: string) => html.match(/ width="\d+\.\d%"/g)!.join('')
    const [receipt, same] = [await write('receipt', 'pt-BR'), await write('receipt', 'en-US')]
    expect(edge(receipt.html)).toBe(edge(same.html))

    const values = { ...templates.receipt.sample, cut: '01941f29-7c00-7bb2-9c55-0d1f5e0a1043' }
    expect(edge((await write('receipt', 'pt-BR', values)).html)).not.toBe(edge(receipt.html))

    const welcome = edge((await write('welcome', 'pt-BR')).html)
    expect(edge((await write('stockLow', 'pt-BR')).html)).toBe(welcome)
    expect(welcome).not.toBe(edge(receipt.html))
  })

  it('hold no key, except a receipt with keys', async () => {
    const without = await write('receipt', 'pt-BR', {
      ...templates.receipt.sample,
      keys: null,
      waiting: 0,
    })

    expect(without.text + without.html).not.toContain('W4XR2')
    expect(without.text).toContain('As chaves estão na página do pedido.')
  })
})
