import { isoInstant } from '../core/clock.ts'
import { invalidValue } from './errors.ts'
import { MedRefusal } from './infractions.ts'
import { locationReply } from './locations.ts'
import type { Efi } from './model.ts'
import { chargeReply, infractionReply, receiptReply } from './wire.ts'

type Query = Record<string, string | undefined>
type Span = { from: number; to: number }

/** GET /v2/cob: charges created between inicio and fim, newest last, in pages of 100 by default. */
export function listCharges(efi: Efi, query: Query): object {
  const timeSpan = readTimeSpan(query)
  const { cpf, cnpj, status } = query

  const matchingRows = efi.charges.filter(
    (charge) =>
      isWithinSpan(charge.createdAt, timeSpan) &&
      (!status || charge.status === status) &&
      (!cpf || charge.debtor?.cpf === cpf) &&
      (!cnpj || charge.debtor?.cnpj === cnpj),
  )

  return pagedReply(
    query,
    timeSpan,
    'cobs',
    matchingRows.map((charge) => () => chargeReply(efi, charge, { listed: true })),
  )
}

/** GET /v2/pix: money received between inicio and fim. */
export function listReceipts(efi: Efi, query: Query): object {
  const timeSpan = readTimeSpan(query)
  const matchingRows = efi.receipts.filter(
    (receipt) =>
      isWithinSpan(receipt.at, timeSpan) && (!query['txid'] || receipt.txid === query['txid']),
  )

  return pagedReply(
    query,
    timeSpan,
    'pix',
    matchingRows.map((receipt) => () => receiptReply(efi, receipt)),
  )
}

/**
 * GET /v2/gn/infracoes: fraud reports (MED), a call that only Efí has; an invalid query gets
 * problem+json.
 */
export function listInfractions(efi: Efi, query: Query): object {
  let timeSpan: Span

  try {
    timeSpan = readTimeSpan(query)
  } catch (error) {
    throw new MedRefusal(400, 'InfracoesConsultaInvalida', 'Consulta Inválida', {
      detail:
        'Os parâmetros de consulta não respeitam o schema ou não fazem sentido semanticamente.',
      razao: (error as Error).message,
      propriedade: 'infracoes.query',
    })
  }

  const matchingRows = efi.infractions.filter((one) => isWithinSpan(one.openedAt, timeSpan))

  return pagedReply(
    query,
    timeSpan,
    'infracoes',
    matchingRows.map((one) => () => infractionReply(efi, one)),
  )
}

/** GET /v2/loc: locations created between inicio and fim. */
export function listLocations(efi: Efi, query: Query): object {
  const timeSpan = readTimeSpan(query)
  const matchingRows = efi.locations.filter((one) => isWithinSpan(one.createdAt, timeSpan))

  return pagedReply(
    query,
    timeSpan,
    'locs',
    matchingRows.map((one) => () => locationReply(one)),
  )
}

/** GET /v2/webhook: registrations between inicio and fim. */
export function listWebhooks(efi: Efi, query: Query): object {
  const timeSpan = readTimeSpan(query)
  const matchingRows = efi.webhooks.filter((webhook) => isWithinSpan(webhook.createdAt, timeSpan))

  return pagedReply(
    query,
    timeSpan,
    'webhooks',
    matchingRows.map((webhook) => () => ({
      webhookUrl: webhook.url,
      chave: webhook.id,
      criacao: isoInstant(webhook.createdAt),
    })),
  )
}

function pagedReply(
  query: Query,
  timeSpan: Span,
  name: string,
  matchingRows: (() => object)[],
): object {
  const pageIndex = pageNumber(query, 'paginacao.paginaAtual', {
    min: 0,
    max: Number.MAX_SAFE_INTEGER,
    unsaid: 0,
  })

  const pageSizeLimit = pageNumber(query, 'paginacao.itensPorPagina', {
    min: 1,
    max: 1000,
    unsaid: 100,
  })

  const paginacao = {
    paginaAtual: pageIndex,
    itensPorPagina: pageSizeLimit,
    quantidadeDePaginas: Math.max(1, Math.ceil(matchingRows.length / pageSizeLimit)),
    quantidadeTotalDeItens: matchingRows.length,
  }

  return {
    parametros: { inicio: isoInstant(timeSpan.from), fim: isoInstant(timeSpan.to), paginacao },
    [name]: matchingRows
      .slice(pageIndex * pageSizeLimit, (pageIndex + 1) * pageSizeLimit)
      .map((row) => row()),
  }
}

function readTimeSpan(query: Query): Span {
  const readInstant = (name: 'inicio' | 'fim'): number => {
    const rawValue = query[name] ?? ''
    const instantMs = Date.parse(rawValue)
    if (
      !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(rawValue) ||
      Number.isNaN(instantMs)
    )
      throw invalidValue(`Campo ${name} deve ser uma data no formato RFC 3339`, name)

    return instantMs
  }

  const timeSpan = { from: readInstant('inicio'), to: readInstant('fim') }
  if (timeSpan.to < timeSpan.from)
    throw invalidValue('Campo fim deve ser maior ou igual a inicio', 'fim')

  return timeSpan
}

function pageNumber(
  query: Query,
  name: string,
  { min, max, unsaid }: { min: number; max: number; unsaid: number },
): number {
  const rawValue = query[name]
  if (rawValue === undefined) return unsaid

  const pageValue = Number(rawValue)
  if (!/^\d+$/.test(rawValue) || pageValue < min || pageValue > max)
    throw invalidValue(`Campo ${name} é inválido`, name)

  return pageValue
}

const isWithinSpan = (at: number, timeSpan: Span): boolean =>
  at >= timeSpan.from && at <= timeSpan.to
