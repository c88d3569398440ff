import {
  ProviderUnknown,
  type ChargeProvider,
  type DefenceResult,
  type InfractionFact,
} from '../../ports/payments.ts'
import { isFields, textOf } from '../json-call.ts'
import { codeOf, unexpected, unknownOnly, type EfiCall } from './efi-client.ts'
import { cents, instant } from './efi-wire.ts'

// Read leniently: one field that cannot be read must not hide the report, nor the others beside it.
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

/** More pages than any shop has: a provider that counts wrongly must not keep us here. */
const mostPages = 200
const dayMs = 86_400_000

/**
 * Efí's own calls about reports of fraud; scopes gn.infractions.read and gn.infractions.write.
 * Other PSPs have none.
 */
export const infractionsOf = (
  call: EfiCall,
  now: () => Date,
): Required<Pick<ChargeProvider, 'infractions' | 'defend'>> => ({
  async infractions(from, to) {
    const rows = await list(call, from, to)
    return rows && rows.flatMap((row) => factOf(row, now()) ?? [])
  },
  defend: (infraction, text) => defend(call, infraction, text),
})

async function list(call: EfiCall, from: Date, to: Date): Promise<Infraction[] | null> {
  const found: Infraction[] = []

  for (let page = 0; page < mostPages; page++) {
    const query = new URLSearchParams({
      inicio: from.toISOString(),
      fim: to.toISOString(),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(pageSize),
    })

    const reply = await call('GET', `/gn/infracoes?${query.toString()}`)
    if (reply.status === 404) return null
    if (reply.status !== 200 || !Array.isArray((reply.body as Page | null)?.infracoes))
      throw unexpected(reply)

    const { infracoes, parametros } = reply.body as Page
    found.push(...infracoes!.filter(isFields))
    if (page + 1 >= (parametros?.paginacao?.quantidadeDePaginas ?? 1)) break
  }

  return found
}

/** An infraction as the shop follows it; null for one that names no money. */
function factOf(row: Infraction, now: Date): InfractionFact | null {
  const [infractionId, receiptId] = [textOf(row.idInfracao), textOf(row.endToEndId)]
  if (!infractionId || !receiptId) return null

  const due = new Date(textOf(row.dadosAnalise?.prazoFinalizacao) ?? Number.NaN)

  return {
    infractionId,
    receiptId,
    status: textOf(row.status) ?? '',
    contestedCents: centsOrNull(row.valor),
    reason: shortened(row.razao),
    situation: shortened(row.tipoSituacao),
    openedAt: instant(textOf(row.dadosAnalise?.abertura) ?? textOf(row.criadoEm) ?? undefined, now),
    dueAt: Number.isNaN(due.getTime()) ? null : due,
  }
}

const shortened = (value: unknown): string | null => textOf(value)?.slice(0, 200) ?? null

function centsOrNull(value: unknown): number | null {
  try {
    return cents(value) || null
  } catch {
    return null
  }
}

/**
 * POST once; when it is not known how that ended, or a defence stands already, the list tells
 * whether it is ours.
 */
async function defend(
  call: EfiCall,
  { infractionId, openedAt }: { infractionId: string; openedAt: Date },
  text: string,
): Promise<DefenceResult> {
  const post = await call('POST', `/gn/infracoes/${encodeURIComponent(infractionId)}/defesa`, {
    analise: 'rejeitado',
    justificativa: text,
  }).catch(unknownOnly)

  if (!(post instanceof ProviderUnknown)) {
    if (post.status < 300) return { kind: 'sent' }
    if (post.status !== 409) return { kind: 'refused', code: codeOf(post) }
  }

  const around = (days: number) => new Date(openedAt.getTime() + days * dayMs)
  const standing = (await list(call, around(-1), around(1)))?.find(
    (row) => row.idInfracao === infractionId,
  )
  if (textOf(standing?.defesa)?.trim() === text.trim()) return { kind: 'sent' }
  if (post instanceof ProviderUnknown) throw post

  return { kind: 'refused', code: codeOf(post) }
}
