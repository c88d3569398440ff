import { writeLetter } from '../domains/mails/mails.words.ts'
import { transcriptHtml } from '../domains/tickets/tickets.transcript.ts'
import { csvFile } from '../platform/lists/csv.ts'
import { storeDay, storeMinute } from '../platform/time/store-calendar.ts'

// A process of its own, told by moments.test: writes one moment in every way the shop writes one, in
// processes of several zones, as JSON. A moment that is another day in each of them.

const at = new Date('2026-03-01T02:30:00Z')
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
        licences: [{ product: 'Editor', last4: 'A1B2', expiresAt: at }],
      },
    }).letter,
  )

async function csvLine(): Promise<string> {
  const file = csvFile('a', [['at', (row: { at: Date }) => row.at]], async () => [{ at }])
  const lines: unknown[] = []
  for await (const line of file.stream) lines.push(line)

  return lines.join('')
}

const people = { userName: 'Ana', userDiscordId: '', subject: '' }
const ticket = { ...people, ticketId: 'TICKET-0001', createdAt: at, closedAt: at }

/** What a shop in a zone tells. */
const toldIn = async (timeZone: string) => ({
  mails: languages.map((language) => mailIn(language, timeZone)),
  transcripts: languages.map((language) =>
    transcriptHtml(ticket as never, [], { language, timeZone }),
  ),
  csv: await csvLine(),
  day: storeDay(timeZone, at),
  minute: storeMinute(timeZone, at),
})

const told: object[] = []

for (const machine of zones) {
  process.env.TZ = machine
  for (const shop of zones)
    told.push({ machine, shop, hour: at.getHours(), ...(await toldIn(shop)) })
}

process.stdout.write(JSON.stringify(told))
