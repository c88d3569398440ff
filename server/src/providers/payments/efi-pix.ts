import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'
import { fromDecimal, toDecimal } from '../../platform/money.ts'
import { ProviderUnknown, type ChargeFacts, type ChargeIdentity, type ChargeProvider, type ChargeRequest, type ChargeResult, type RefundFact, type RefundRequest, type RefundResult, type WebhookHint, type WebhookInput } from './port.ts'

export type EfiConfig = {
  baseUrl: string; oauthPath: string; clientId: string; clientSecret: string; pixKey: string; webhookSecret: string[]
  certPem?: string | undefined; keyPem?: string | undefined; certP12?: string | undefined; ca?: string | undefined; webhookIps?: string[]; timeoutMs?: number
}
type Reply = { status: number; body: any }
type Devolution = { id?: string; valor: string; status: string; natureza?: string; motivo?: string }
type Cob = { txid: string; status: string; chave?: string; valor: { original: string }; calendario: { criacao: string; expiracao: number | string }; pixCopiaECola?: string; loc?: { id?: number }; pix?: { endToEndId: string; txid?: string; valor: string; horario: string; devolucoes?: Devolution | Devolution[] }[] }

const name = 'pix'
const many = <T>(value: T | T[] | undefined): T[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])
const refundStatus = (status: string): RefundResult['status'] => (status === 'DEVOLVIDO' ? 'succeeded' : status === 'NAO_REALIZADO' ? 'failed' : 'pending')

/** PIX by the BACEN API as Efí serves it: mutual TLS, our own txid, a GET decides (reference/providers.md section 2). */
export function createEfiPix(config: EfiConfig, now: () => Date): ChargeProvider {
  const call = createClient(config, now)
  const find = async (txid: string): Promise<Cob | null> => {
    const reply = await call('GET', `/v2/cob/${txid}`)
    if (reply.status === 200) return reply.body as Cob
    if (reply.status === 404 || codeOf(reply) === 'cobranca_nao_encontrada') return null
    throw unexpected(reply)
  }
  return {
    charge: (asked) => charge(call, find, config, asked),
    async read(identity) {
      const cob = await find(identity.reference)
      return cob ? factsOf(cob, identity, config.pixKey) : { state: 'unknown', receipts: [], refunds: [], mismatch: null, disputed: false }
    },
    async cancel(identity) {
      const reply = await call('PATCH', `/v2/cob/${identity.reference}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' })
      if (reply.status === 200) return 'cancelled'
      const cob = await find(identity.reference)
      if (!cob) return 'unknown'
      return cob.status === 'CONCLUIDA' || cob.pix?.length ? 'paid' : 'cancelled'
    },
    async refund(asked) {
      const reply = await call('PUT', `/v2/pix/${asked.receiptId}/devolucao/${asked.refundId}`, { valor: toDecimal(asked.refundCents) })
      if (reply.status === 201 || reply.status === 200) return refundResult(reply.body as Devolution)
      return codeOf(reply) === 'devolucao_id_duplicado' ? readRefund(call, asked) : { status: 'failed', providerId: null, failure: codeOf(reply) }
    },
    readRefund: (asked) => readRefund(call, asked),
    verifyWebhook: (input) => verifyWebhook(config, input),
    async registerWebhook(url) {
      const reply = await call('PUT', `/v2/webhook/${encodeURIComponent(config.pixKey)}`, { webhookUrl: `${url}?hmac=${encodeURIComponent(config.webhookSecret[0]!)}&ignorar=` }, { 'x-skip-mtls-checking': 'true' })
      if (reply.status >= 300) throw new Error(`the webhook was not taken: ${codeOf(reply)}`)
    },
  }
}

type Call = (method: 'GET' | 'PUT' | 'PATCH', path: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

/** One authorised call: a token of its own shared by all, fetched anew once after a 401; no answer and 5xx are unknown outcomes. */
function createClient(config: EfiConfig, now: () => Date): Call {
  const file = (path: string | undefined) => (path ? readFileSync(path) : undefined)
  const timeout = config.timeoutMs ?? 10_000
  const dispatcher = new Agent({
    headersTimeout: timeout, bodyTimeout: timeout,
    connect: { timeout: Math.min(3_000, timeout), ...(config.certP12 ? { pfx: file(config.certP12)!, passphrase: '' } : { cert: file(config.certPem)!, key: file(config.keyPem)! }), ...(config.ca ? { ca: file(config.ca)! } : {}) },
  })
  let token: { value: string; until: number } | null = null
  let fetching: Promise<string> | null = null
  const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Reply> => {
    try {
      const reply = await request(config.baseUrl + path, { method: method as 'GET', dispatcher, headers: { 'content-type': 'application/json', ...headers }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) })
      const text = await reply.body.text()
      if (reply.statusCode >= 500) throw new ProviderUnknown(name, `${method} answered ${reply.statusCode}`)
      return { status: reply.statusCode, body: text ? parse(text) : {} }
    } catch (error) {
      throw error instanceof ProviderUnknown ? error : new ProviderUnknown(name, `${method} got no answer (${(error as { code?: string }).code ?? 'error'})`)
    }
  }
  const login = async (): Promise<string> => {
    const reply = await send('POST', config.oauthPath, { authorization: `Basic ${Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64')}` }, { grant_type: 'client_credentials' })
    if (reply.status !== 200) throw new ProviderUnknown(name, `no token (status ${reply.status})`)
    token = { value: String(reply.body.access_token), until: now().getTime() + (Number(reply.body.expires_in) - 60) * 1000 }
    return token.value
  }
  const bearer = (): Promise<string> => (token && token.until > now().getTime() ? Promise.resolve(token.value) : (fetching ??= login().finally(() => { fetching = null })))
  return async (method, path, body, headers = {}) => {
    const first = await send(method, path, { ...headers, authorization: `Bearer ${await bearer()}` }, body)
    if (first.status !== 401) return first
    token = null
    const second = await send(method, path, { ...headers, authorization: `Bearer ${await bearer()}` }, body)
    if (second.status === 401) throw new ProviderUnknown(name, 'not authorised')
    return second
  }
}

const parse = (text: string): unknown => { try { return JSON.parse(text) } catch { return {} } }

/** Efí's own error name, or the last part of a problem's type (providers.md 2.4). */
const codeOf = (reply: Reply): string => String(reply.body?.nome ?? String(reply.body?.type ?? '').split('/').at(-1) ?? '') || `status ${reply.status}`
const unexpected = (reply: Reply) => new ProviderUnknown(name, `unexpected answer ${reply.status} ${codeOf(reply)}`)

async function charge(call: Call, find: (txid: string) => Promise<Cob | null>, config: EfiConfig, asked: ChargeRequest): Promise<ChargeResult> {
  const txid = asked.reference!
  const body = {
    calendario: { expiracao: Math.max(1, Math.round((asked.expiresAt.getTime() - asked.createdAt.getTime()) / 1000)) }, valor: { original: toDecimal(asked.amountCents) }, chave: config.pixKey,
    ...(asked.customer.cpf ? { devedor: { cpf: asked.customer.cpf, nome: asked.customer.name.slice(0, 200) } } : {}), solicitacaoPagador: `Pedido ${asked.orderNumber}`.slice(0, 140),
  }
  for (let attempt = 1; ; attempt++) {
    const reply = await call('PUT', `/v2/cob/${txid}`, body).catch((error) => { if (error instanceof ProviderUnknown) return error; throw error })
    if (!(reply instanceof Error) && (reply.status === 201 || reply.status === 200)) return charged(reply.body as Cob)
    if (!(reply instanceof Error) && reply.status !== 409) return { kind: 'refused', code: codeOf(reply), message: String(reply.body?.mensagem ?? reply.body?.detail ?? '') }
    // Not known, or the txid is taken: look whether the charge stands; it is ours when amount and key are ours (providers.md 2.4).
    const standing = await find(txid)
    if (standing) return standing.valor.original === body.valor.original && (standing.chave ?? config.pixKey) === config.pixKey ? charged(standing) : { kind: 'refused', code: 'txid_duplicado', message: '' }
    if (attempt >= 2) throw reply instanceof Error ? reply : unexpected(reply)
  }
}

const charged = (cob: Cob): ChargeResult => {
  if (!cob.pixCopiaECola) throw new ProviderUnknown(name, 'a charge without its code')
  return { kind: 'charged', reference: cob.txid, charge: { kind: 'pix', code: cob.pixCopiaECola }, expiresAt: null }
}

function factsOf(cob: Cob, identity: ChargeIdentity, pixKey: string): ChargeFacts {
  const wrong = cob.txid !== identity.reference ? 'another txid' : cob.chave !== undefined && cob.chave !== pixKey ? 'another recipient' : fromDecimal(cob.valor.original) !== identity.amountCents ? 'another amount asked' : null
  const received = cob.pix ?? []
  const refunds: RefundFact[] = received.flatMap((pix) => many(pix.devolucoes).map((one) => ({ refundId: one.id ?? null, receiptId: pix.endToEndId, amountCents: fromDecimal(one.valor), status: refundStatus(one.status), ours: /^[0-9a-f]{32}$/.test(one.id ?? '') })))
  return {
    state: cob.status.startsWith('REMOVIDA') ? 'closed' : 'open', mismatch: wrong, refunds, disputed: refunds.some((refund) => !refund.ours),
    receipts: received.map((pix) => ({ receiptId: pix.endToEndId, amountCents: fromDecimal(pix.valor), currency: 'BRL', receivedAt: new Date(pix.horario) })),
  }
}

const refundResult = (one: Devolution): RefundResult => ({ status: refundStatus(one.status), providerId: one.id ?? null, failure: one.motivo ?? null })

async function readRefund(call: Call, asked: RefundRequest): Promise<RefundResult> {
  const reply = await call('GET', `/v2/pix/${asked.receiptId}/devolucao/${asked.refundId}`)
  if (reply.status === 200) return refundResult(reply.body as Devolution)
  throw unexpected(reply)
}

// The body is not signed: the secret in the address and the GET that follows are what counts (providers.md 2.6).
function verifyWebhook(config: EfiConfig, input: WebhookInput): WebhookHint[] | null {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const given = digest(String(input.query.hmac ?? ''))
  if (!config.webhookSecret.some((secret) => timingSafeEqual(given, digest(secret)))) return null
  if (config.webhookIps?.length && !config.webhookIps.includes(input.ip)) return null
  const body = parse(input.body.toString('utf8')) as { evento?: string; pix?: unknown }
  if (body.evento) return []
  if (!Array.isArray(body.pix)) return null
  return (body.pix as { endToEndId?: string; txid?: string; tipo?: string; devolucoes?: Devolution | Devolution[] }[])
    .filter((pix) => pix && typeof pix.endToEndId === 'string' && typeof pix.txid === 'string' && pix.tipo !== 'SOLICITACAO')
    .flatMap((pix) => [
      { eventId: pix.endToEndId!, type: 'pix', reference: pix.txid!, paymentId: null },
      ...many(pix.devolucoes).map((one) => ({ eventId: `${pix.endToEndId}:${one.id}:${one.status}`, type: 'devolucao', reference: pix.txid!, paymentId: null })),
    ])
}
