import { isoTime } from '../core/clock.ts'
import { badValue } from './errors.ts'
import { MedRefusal } from './infractions.ts'
import { locationReply } from './locations.ts'
import type { Efi } from './model.ts'
import { chargeReply, infractionReply, receiptReply } from './wire.ts'

type Query = Record<string, string | undefined>
type Span = { from: number; to: number }

/** GET /v2/cob: charges made within inicio and fim, newest last, by pages of 100. */
export function listCharges(efi: Efi, query: Query): object {
  const span = spanOf(query)
  const { cpf, cnpj, status } = query

  const rows = efi.charges.filter(
    (charge) =>
      within(charge.createdAt, span) &&
      (!status || charge.status === status) &&
      (!cpf || charge.debtor?.cpf === cpf) &&
      (!cnpj || charge.debtor?.cnpj === cnpj),
  )

  return paged(
    query,
    span,
    'cobs',
    rows.map((charge) => () => chargeReply(efi, charge, { listed: true })),
  )
}

/** GET /v2/pix: money received within inicio and fim. */
export function listReceipts(efi: Efi, query: Query): object {
  const span = spanOf(query)
  const rows = efi.receipts.filter(
    (receipt) => within(receipt.at, span) && (!query['txid'] || receipt.txid === query['txid']),
  )

  return paged(
    query,
    span,
    'pix',
    rows.map((receipt) => () => receiptReply(efi, receipt)),
  )
}

/**
 * GET /v2/gn/infracoes: fraud reports (MED), a call of Efí's own; an invalid query gets
 * problem+json.
 */
export function listInfractions(efi: Efi, query: Query): object {
  let span: Span

  try {
    span = spanOf(query)
  } catch (error) {
    throw new MedRefusal(400, 'InfracoesConsultaInvalida', 'Consulta Inválida', {
      detail:
        'Os parâmetros de consulta não respeitam o schema ou não fazem sentido semanticamente.',
      razao: (error as Error).message,
      propriedade: 'infracoes.query',
    })
  }

  const rows = efi.infractions.filter((one) => within(one.openedAt, span))

  return paged(
    query,
    span,
    'infracoes',
    rows.map((one) => () => infractionReply(efi, one)),
  )
}

/** GET /v2/loc: locations created within inicio and fim. */
export function listLocations(efi: Efi, query: Query): object {
  const span = spanOf(query)
  const rows = efi.locations.filter((one) => within(one.createdAt, span))

  return paged(
    query,
    span,
    'locs',
    rows.map((one) => () => locationReply(one)),
  )
}

/** GET /v2/webhook: registrations within inicio and fim. */
export function listWebhooks(efi: Efi, query: Query): object {
  const span = spanOf(query)
  const rows = efi.webhooks.filter((webhook) => within(webhook.createdAt, span))

  return paged(
    query,
    span,
    'webhooks',
    rows.map((webhook) => () => ({
      webhookUrl: webhook.url,
      chave: webhook.id,
      criacao: isoTime(webhook.createdAt),
    })),
  )
}

function paged(query: Query, span: Span, name: string, rows: (() => object)[]): object {
  const page = pageNumber(query, 'paginacao.paginaAtual', {
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    unsaid: 0,
  })

  const size = pageNumber(query, 'paginacao.itensPorPagina', { min: 1, max: 1000, unsaid: 100 })

  const paginacao = {
    paginaAtual: page,
    itensPorPagina: size,
    quantidadeDePaginas: Math.max(1, Math.ceil(rows.length / size)),
    quantidadeTotalDeItens: rows.length,
  }

  return {
    parametros: { inicio: isoTime(span.from), fim: isoTime(span.to), paginacao },
    [name]: rows.slice(page * size, (page + 1) * size).map((row) => row()),
  }
}

function spanOf(query: Query): Span {
  const read = (name: 'inicio' | 'fim'): number => {
    const text = query[name] ?? ''
    const ms = Date.parse(text)
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(ms))
      throw badValue(`Campo ${name} deve ser uma data no formato RFC 3339`, name)

    return ms
  }

  const span = { from: read('inicio'), to: read('fim') }
  if (span.to < span.from) throw badValue('Campo fim deve ser maior ou igual a inicio', 'fim')

  return span
}

function pageNumber(
  query: Query,
  name: string,
  { min, max, unsaid }: { min: number; max: number; unsaid: number },
): number {
  const text = query[name]
  if (text === undefined) return unsaid

  const number = Number(text)
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw badValue(`Campo ${name} é inválido`, name)

  return number
}

const within = (at: number, span: Span): boolean => at >= span.from && at <= span.to
