import { writeLetter } from '../domains/mails/mails.words.ts'
import { transcriptHtml } from '../domains/tickets/tickets.transcript.ts'
import { csvFile } from '../platform/lists/csv.ts'
import { storeDay, storeMinute } from '../platform/time/store-calendar.ts'

// A process that moments.test starts. It prints one instant as JSON in every format of the shop,
// for several time zones of machine and shop. The date of this instant differs between these zones.

const instant = new Date('2026-03-01T02:30:00Z')
const zones = ['America/Sao_Paulo', 'Asia/Tokyo', 'America/Los_Angeles']
const site = { siteName: 'Loja', contactEmail: '', discordSupportLink: '', supportDiscord: '' }
const languages = ['pt-BR', 'en-US'] as const

const mailIn = (language: (typeof languages)[number], timeZone: string): string =>
  JSON.stringify(
    writeLetter({
      shop: { publicUrl: 'https://loja.exemplo', timeZone, site },
      name: 'licenceExpiring',
      to: { name: 'Ana', email: 'ana@exemplo.test', language },
      values: {
        number: 'ORD-001001',
        licences: [{ product: 'Editor', last4: 'A1B2', expiresAt: instant }],
      },
    }).letter,
  )

async function csvText(): Promise<string> {
  const file = csvFile('a', [['at', (row: { at: Date }) => row.at]], async () => [{ at: instant }])
  const lines: unknown[] = []
  for await (const line of file.stream) lines.push(line)

  return lines.join('')
}

const people = { userName: 'Ana', userDiscordId: '', subject: '' }
const ticket = { ...people, ticketId: 'TICKET-0001', createdAt: instant, closedAt: instant }

/** The texts of a shop in a time zone. */
const textsIn = async (timeZone: string) => ({
  mails: languages.map((language) => mailIn(language, timeZone)),
  transcripts: languages.map((language) =>
    transcriptHtml(ticket as never, [], { language, timeZone }),
  ),
  csv: await csvText(),
  day: storeDay(timeZone, instant),
  minute: storeMinute(timeZone, instant),
})

const zoneTexts: object[] = []

for (const machine of zones) {
  process.env.TZ = machine
  for (const shop of zones)
    zoneTexts.push({ machine, shop, hour: instant.getHours(), ...(await textsIn(shop)) })
}

process.stdout.write(JSON.stringify(zoneTexts))
