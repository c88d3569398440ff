import { randomInt, randomUUID } from 'node:crypto'

import { Refusal } from '../core/refusal.ts'
import { refundableCents, newestReceipt, returnReceipt } from './devolutions.ts'
import { EfiRefusal } from './errors.ts'
import { SITUATIONS, type Devolution, type Efi, type Infraction } from './model.ts'

const DAY_MS = 86_400_000

/**
 * The period after a payment in which its payer may report it (providers reference, Corrections).
 */
const REPORT_MS = 80 * DAY_MS
const DEFENCE_MS = 7 * DAY_MS
const FINAL_STATUSES = ['ACEITA', 'REJEITADA', 'CANCELADA', 'CANCELADA_EFI'] as const
export type Ending = (typeof FINAL_STATUSES)[number]

/**
 * The payer reports fraud to their bank with a reason, which opens an infraction; no money moves
 * yet.
 */
export function openInfraction(
  efi: Efi,
  txid: string,
  amountCents?: number,
  told = 'golpe',
): Infraction {
  const situation = SITUATIONS.find((one) => one === told)
  if (!situation) throw new Refusal(400, `tipoSituacao must be one of ${SITUATIONS.join(', ')}`)

  const receipt = newestReceipt(efi, txid)
  const now = efi.core.clock.now()
  if (now - receipt.at > REPORT_MS)
    throw new Refusal(409, 'a payment can be reported for 80 days only')
  if (undecidedReport(efi, receipt.id)) throw new Refusal(409, 'this payment is reported already')
  if (amountCents !== undefined && amountCents > receipt.amountCents)
    throw new Refusal(400, 'more than this payment')

  return efi.infractions.save({
    id: randomUUID(),
    endToEndId: receipt.id,
    amountCents: amountCents ?? receipt.amountCents,
    status: 'ABERTA',
    openedAt: now,
    dueAt: now + DEFENCE_MS,
    updatedAt: now,
    reason: 'Solicitação de devolução',
    situation,
    defence: null,
    defendedAt: null,
    closedAt: null,
    protocol: randomInt(1000, 100_000),
  })
}

/**
 * Closes an infraction with the bank's decision. ACEITA refunds the rest of the contested amount,
 * or a part of it; any other status moves no money. As at Efí, the refund has no nature by default.
 */
export function endInfraction(
  efi: Efi,
  txid: string,
  status: Ending,
  taking: { amountCents?: number; nature?: string } = {},
): { infraction: Infraction; devolution: Devolution | null } {
  const receipt = newestReceipt(efi, txid)
  const openReport = undecidedReport(efi, receipt.id)
  if (!openReport) throw new Refusal(409, 'this payment has no open infraction')

  const now = efi.core.clock.now()
  const infraction = efi.infractions.save({ ...openReport, status, closedAt: now, updatedAt: now })
  const contestedCents = Math.min(openReport.amountCents, refundableCents(efi, receipt))

  const devolution =
    status === 'ACEITA' && contestedCents > 0
      ? returnReceipt(efi, receipt, {
          amountCents: Math.min(taking.amountCents ?? contestedCents, contestedCents),
          nature: taking.nature ?? null,
        })
      : null

  return { infraction, devolution }
}

export const isFinalStatus = (status: string): status is Ending =>
  (FINAL_STATUSES as readonly string[]).includes(status)

/**
 * POST /v2/gn/infracoes/:id/defesa: once, before the deadline, while the infraction is undecided.
 */
export function defendInfraction(efi: Efi, id: string, body: Record<string, unknown>): void {
  const infraction = efi.infractions.get(id)

  if (!infraction)
    throw new MedRefusal(404, 'InfracaoNaoEncontrada', 'Não Encontrado', {
      detail: 'Infração não encontrada.',
    })

  const { analise, justificativa } = body

  if (
    (analise !== 'aceito' && analise !== 'rejeitado') ||
    typeof justificativa !== 'string' ||
    justificativa.trim() === ''
  )
    throw new MedRefusal(400, 'InfracoesConsultaInvalida', 'Consulta Inválida', {
      detail: INVALID_DEFENCE,
      razao: 'Algum dos parâmetros informados não respeita o schema.',
      propriedade: 'infracoes.body',
    })

  if (infraction.defence !== null || isFinalStatus(infraction.status))
    throw new MedRefusal(409, 'InfracaoOperacaoInvalida', 'Operação Inválida', {
      detail: INVALID_DEFENCE,
      razao: 'A defesa para essa infração já foi criada.',
      propriedade: 'body.infractionId',
    })

  const now = efi.core.clock.now()

  if (now > infraction.dueAt)
    throw new MedRefusal(422, 'InfracaoOperacaoInvalida', 'Operação Inválida', {
      detail: INVALID_DEFENCE,
      razao: 'O prazo para defesa foi excedido.',
      propriedade: 'body.infractionId',
    })

  efi.infractions.save({
    ...infraction,
    status: 'EM_DEFESA',
    defence: justificativa,
    defendedAt: now,
    updatedAt: now,
  })
}

/** A refusal of an infraction call, which is problem+json even if other calls use Efí's format. */
export class MedRefusal extends EfiRefusal {
  private readonly said: { detail: string; razao?: string; propriedade?: string }
  private readonly title: string

  constructor(status: number, code: string, title: string, said: MedRefusal['said']) {
    super(status, { nome: code, mensagem: said.detail, bacen: code })
    this.title = title
    this.said = said
  }

  body(): Record<string, unknown> {
    const { detail, razao, propriedade } = this.said
    return {
      type: `https://pix.bcb.gov.br/api/v2/error/${this.bacen}`,
      title: this.title,
      status: this.status,
      detail,
      ...(razao ? { violacoes: [{ razao, propriedade }] } : {}),
    }
  }
}

const INVALID_DEFENCE =
  'A requisição que busca apresentar uma defesa de infração não respeita o schema ou está semanticamente errada.'

/** The newest undecided infraction of received money. */
const undecidedReport = (efi: Efi, endToEndId: string): Infraction | undefined =>
  efi.infractions
    .newestFirst()
    .find((one) => one.endToEndId === endToEndId && !isFinalStatus(one.status))
