import {
  ProviderUnknown,
  type ChargeProvider,
  type DefenceResult,
  type InfractionFact,
} from '../../ports/payments.ts'
import { isFields, textOf } from '../json-call.ts'
import { errorCodeOf, unexpected, unknownOnly, type EfiCall } from './efi-client.ts'
import { parseCents, parseInstant } from './efi-wire.ts'

// Lenient types: one unreadable field must not hide its report, nor the others beside it.
type Infraction = {
  idInfracao?: unknown
  endToEndId?: unknown
  status?: unknown
  valor?: unknown
  razao?: unknown
  tipoSituacao?: unknown
  defesa?: unknown
  criadoEm?: unknown
  dadosAnalise?: { abertura?: unknown; prazoFinalizacao?: unknown } | null
}

type Page = {
  parametros?: { paginacao?: { quantidadeDePaginas?: number } }
  infracoes?: (Infraction | null)[]
}

const pageSize = 100

/** A limit for providers with a wrong page count; no shop has that many pages. */
const mostPages = 200
const millisecondsOfDay = 86_400_000

/**
 * Efí's own calls about fraud reports; scopes gn.infractions.read and gn.infractions.write. Other
 * PSPs have no such calls.
 */
export const infractionsOf = (
  call: EfiCall,
  now: () => Date,
): Required<Pick<ChargeProvider, 'infractions' | 'defend'>> => ({
  async infractions(from, to) {
    const infractions = await listInfractions(call, from, to)
    return infractions && infractions.flatMap((row) => infractionFact(row, now()) ?? [])
  },
  defend: (infraction, text) => sendDefence(call, infraction, text),
})

async function listInfractions(call: EfiCall, from: Date, to: Date): Promise<Infraction[] | null> {
  const infractions: Infraction[] = []

  for (let page = 0; page < mostPages; page++) {
    const pageQuery = new URLSearchParams({
      inicio: from.toISOString(),
      fim: to.toISOString(),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(pageSize),
    })

    const reply = await call('GET', `/gn/infracoes?${pageQuery.toString()}`)
    if (reply.status === 404) return null
    if (reply.status !== 200 || !Array.isArray((reply.body as Page | null)?.infracoes))
      throw unexpected(reply)

    const { infracoes, parametros } = reply.body as Page
    infractions.push(...infracoes!.filter(isFields))
    if (page + 1 >= (parametros?.paginacao?.quantidadeDePaginas ?? 1)) break
  }

  return infractions
}

/** An infraction in the port's terms; null for one without an id or a receipt. */
function infractionFact(row: Infraction, now: Date): InfractionFact | null {
  const [infractionId, receiptId] = [textOf(row.idInfracao), textOf(row.endToEndId)]
  if (!infractionId || !receiptId) return null

  const deadline = new Date(textOf(row.dadosAnalise?.prazoFinalizacao) ?? Number.NaN)

  return {
    infractionId,
    receiptId,
    status: textOf(row.status) ?? '',
    contestedCents: centsOrNull(row.valor),
    reason: shortened(row.razao),
    situation: shortened(row.tipoSituacao),
    openedAt: parseInstant(
      textOf(row.dadosAnalise?.abertura) ?? textOf(row.criadoEm) ?? undefined,
      now,
    ),
    dueAt: Number.isNaN(deadline.getTime()) ? null : deadline,
  }
}

const shortened = (value: unknown): string | null => textOf(value)?.slice(0, 200) ?? null

function centsOrNull(value: unknown): number | null {
  try {
    return parseCents(value) || null
  } catch {
    return null
  }
}

/**
 * Sends the defence by one POST. When its outcome is unknown, or a defence already exists, the list
 * shows whether that defence is ours.
 */
async function sendDefence(
  call: EfiCall,
  { infractionId, openedAt }: { infractionId: string; openedAt: Date },
  text: string,
): Promise<DefenceResult> {
  const postReply = await call('POST', `/gn/infracoes/${encodeURIComponent(infractionId)}/defesa`, {
    analise: 'rejeitado',
    justificativa: text,
  }).catch(unknownOnly)

  if (!(postReply instanceof ProviderUnknown)) {
    if (postReply.status < 300) return { kind: 'sent' }
    if (postReply.status !== 409) return { kind: 'refused', code: errorCodeOf(postReply) }
  }

  const daysFromOpening = (days: number) => new Date(openedAt.getTime() + days * millisecondsOfDay)
  const infraction = (await listInfractions(call, daysFromOpening(-1), daysFromOpening(1)))?.find(
    (row) => row.idInfracao === infractionId,
  )
  if (textOf(infraction?.defesa)?.trim() === text.trim()) return { kind: 'sent' }
  if (postReply instanceof ProviderUnknown) throw postReply

  return { kind: 'refused', code: errorCodeOf(postReply) }
}
