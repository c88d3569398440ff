import type { Core } from '../core/core.ts'
import type { Row, Table } from '../core/state.ts'
import type { ErrorStyle } from './errors.ts'

export type ChargeStatus =
  | 'ATIVA'
  | 'CONCLUIDA'
  | 'REMOVIDA_PELO_USUARIO_RECEBEDOR'
  | 'REMOVIDA_PELO_PSP'

export type Debtor = { cpf?: string; cnpj?: string; nome: string }
export type ExtraInfo = { nome: string; valor: string }

/** A charge; `id` is its txid, times are in epoch milliseconds, amounts in centavos. */
export type Charge = Row & {
  createdAt: number
  expiresIn: number
  revision: number
  location: string
  locationId: number
  status: ChargeStatus
  debtor: Debtor | null
  amountCents: number
  key: string
  note: string | null
  info: ExtraInfo[]
  code: string
  receiptIds: string[]
}

type DevolutionStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO'

/**
 * A refund (devolução); `id` is `<endToEndId>/<the store's id>`, since the store's ids are unique
 * only within a payment.
 */
export type Devolution = Row & {
  returnId: string
  endToEndId: string
  rtrId: string
  amountCents: number
  status: DevolutionStatus
  requestedAt: number
  settledAt: number | null
  reason: string | null
  /**
   * The `natureza` to send; null omits the field, which means ORIGINAL (BACEN, DevolucaoNatureza).
   */
  nature: string | null
  dueAt: number
}

/** Received money; `id` is the endToEndId. */
export type Receipt = Row & {
  txid: string
  key: string
  amountCents: number
  at: number
  payerInfo: string | null
  payer: { nome: string; cpf: string; codigoBanco: string }
}

export type Webhook = Row & { url: string; createdAt: number; skipMtls: boolean }

type InfractionStatus =
  | 'ABERTA'
  | 'EM_DEFESA'
  | 'ACEITA'
  | 'REJEITADA'
  | 'CANCELADA'
  | 'CANCELADA_EFI'

/** The reasons of a fraud report, in Efí's terms. */
export const SITUATIONS = [
  'golpe',
  'aquisição da conta',
  'coerção',
  'acesso fraudulento',
  'outro',
  'desconhecido',
] as const

/** A fraud report (MED) about received money. It moves no money until the bank accepts it. */
export type Infraction = Row & {
  endToEndId: string
  amountCents: number
  status: InfractionStatus
  openedAt: number
  /** Deadline of the receiver's defence. */
  dueAt: number
  updatedAt: number
  reason: string
  situation: (typeof SITUATIONS)[number]
  defence: string | null
  defendedAt: number | null
  closedAt: number | null
  protocol: number
  /** A wrong amount in the list of infractions, for tests; by default the right one. */
  written?: unknown
}

/**
 * A location to which payment codes point; `id` is its number as text, `txid` the charge that uses
 * it.
 */
export type Location = Row & {
  number: number
  location: string
  createdAt: number
  txid: string | null
}

/**
 * The PSP's behaviour. For a generic PSP: errorStyle problem, tokenForm true, another apiPath, and
 * scopes only on request.
 */
export type Settings = Row & {
  autoPay: boolean
  errorStyle: ErrorStyle
  /**
   * Whether the token call accepts only forms and grants only requested scopes, as at most PSPs
   * except Efí.
   */
  tokenForm: boolean
  /** Base path of the API: /v2 at Efí. */
  apiPath: string
  /** The application's scopes, the most that a token can get. */
  scopes: string
  tokenSeconds: number
  devolutionMs: number
}

/** Efí's side of the sandbox. */
export type Efi = {
  core: Core
  charges: Table<Charge>
  receipts: Table<Receipt>
  devolutions: Table<Devolution>
  webhooks: Table<Webhook>
  infractions: Table<Infraction>
  locations: Table<Location>
  settings: { get(): Settings; set(change: Partial<Settings>): void }
}

/** The scopes that the guide asks an owner to tick (docs/operations/payments.md). */
const TICKED_SCOPES =
  'cob.read cob.write pix.read pix.write webhook.read webhook.write ' +
  'payloadlocation.read gn.infractions.read gn.infractions.write'

export const DEFAULT_SETTINGS: Settings = {
  id: 'settings',
  autoPay: false,
  errorStyle: 'efi',
  tokenForm: false,
  apiPath: '/v2',
  scopes: TICKED_SCOPES,
  tokenSeconds: 3600,
  devolutionMs: 300,
}

export function openModel(core: Core): Efi {
  const { state } = core
  const settingsTable = state.table<Settings>('efi.settings')
  const infractions = state.table<Infraction>('efi.infractions')
  // Rows of an earlier sandbox version have no deadline.
  for (const oldInfraction of infractions.all())
    if (oldInfraction.dueAt === undefined) infractions.remove(oldInfraction.id)

  return {
    core,
    charges: state.table('efi.charges'),
    receipts: state.table('efi.receipts'),
    devolutions: state.table('efi.devolutions'),
    webhooks: state.table('efi.webhooks'),
    infractions,
    locations: state.table('efi.locations'),
    settings: {
      get: () => ({ ...DEFAULT_SETTINGS, ...settingsTable.get('settings') }),
      set: (change) => {
        settingsTable.save({
          ...DEFAULT_SETTINGS,
          ...settingsTable.get('settings'),
          ...change,
          id: 'settings',
        })
      },
    },
  }
}

/** Centavos in the API's format: text with a dot and two decimals. */
export const centsToText = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

/** Centavos from the API's format; null for anything but digits, a dot and two decimals. */
export function textToCents(value: unknown): number | null {
  return typeof value === 'string' && /^\d{1,10}\.\d{2}$/.test(value)
    ? Number(value.replace('.', ''))
    : null
}

export const receiptsOf = (efi: Efi, txid: string): Receipt[] =>
  (efi.charges.get(txid)?.receiptIds ?? []).map((id) => efi.receipts.get(id)!)

export const devolutionsOf = (efi: Efi, endToEndId: string): Devolution[] =>
  efi.devolutions.filter((one) => one.endToEndId === endToEndId)
