import type { FastifyInstance } from 'fastify'

import { NETWORKS, DEFAULT_PRICES } from '../binance/coins.ts'
import { advanceDeposit, receiveDeposit } from '../binance/model.ts'
import type { RegisteredKey } from '../binance/signature.ts'
import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { returnByApp, settleDevolution } from '../efi/devolutions.ts'
import { endInfraction, isFinalStatus, openInfraction } from '../efi/infractions.ts'
import type { Efi, Settings } from '../efi/model.ts'
import { payCharge } from '../efi/receipts.ts'
import { sendCallback } from '../efi/webhooks.ts'
import { chargeReply, devolutionReply, infractionReply, receiptReply } from '../efi/wire.ts'
import { playDispute } from '../stripe/disputes.ts'
import { paySession, settleDelayed, startDelayed, TEST_CARD } from '../stripe/payments.ts'
import { createRefund, failRefund } from '../stripe/refunds.ts'
import { expireSession } from '../stripe/sessions.ts'
import {
  optionalCents,
  bodyFieldsOf,
  optionalNumber,
  optionalText,
  pathParameter,
  requiredText,
  type Fields,
} from './input.ts'
import type { World } from './world.ts'

/**
 * PIX: pay a charge (exactly, with another amount, twice, late), report fraud, complete a refund,
 * change the PSP's settings.
 */
export function addPixCalls(app: FastifyInstance, { efi }: World): void {
  app.post('/sandbox/api/pix/:txid/pay', async (request) => {
    const bodyFields = bodyFieldsOf(request)

    const receipt = payCharge(efi, pathParameter(request, 'txid'), {
      amountCents: optionalCents(bodyFields['amount']),
      key: optionalText(bodyFields, 'chave'),
      payerInfo: optionalText(bodyFields, 'infoPagador'),
    })

    return {
      pix: receiptReply(efi, receipt),
      cob: chargeReply(efi, efi.charges.get(receipt.txid)!),
    }
  })

  app.post('/sandbox/api/pix/:txid/return', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    return devolutionReply(
      returnByApp(efi, pathParameter(request, 'txid'), {
        amountCents: optionalCents(bodyFields['amount']),
        id: optionalText(bodyFields, 'id'),
        nature: optionalText(bodyFields, 'natureza'),
        endToEndId: optionalText(bodyFields, 'endToEndId'),
      }),
    )
  })

  app.post('/sandbox/api/pix/:txid/infraction', async (request) =>
    playInfraction(efi, pathParameter(request, 'txid'), bodyFieldsOf(request)),
  )

  // Simulates another system of the same account that replaces the key's only webhook.
  app.post('/sandbox/api/pix/webhook', async (request) => {
    const url = requiredText(bodyFieldsOf(request), 'url')
    const { pixKey } = efi.core.credentials

    return efi.webhooks.save({ id: pixKey, url, createdAt: efi.core.clock.now(), skipMtls: true })
  })

  app.post('/sandbox/api/pix/batch', async (request) => {
    const { txids } = bodyFieldsOf(request)
    if (!Array.isArray(txids) || txids.length === 0) throw new Refusal(400, 'txids must be a list')

    const newReceipts = txids.map((txid) => payCharge(efi, String(txid), { silent: true }))
    sendCallback(efi, newReceipts)

    return { pix: newReceipts.map((receipt) => receiptReply(efi, receipt)) }
  })

  app.post('/sandbox/api/pix/devolucao', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const status = requiredText(bodyFields, 'status')
    if (status !== 'DEVOLVIDO' && status !== 'NAO_REALIZADO')
      throw new Refusal(400, 'status must be DEVOLVIDO or NAO_REALIZADO')

    const id = requiredText(bodyFields, 'id')
    const devolution = efi.devolutions.find((row) => row.returnId === id)
    if (!devolution) throw new Refusal(404, `no such return: ${id}`)

    return devolutionReply(settleDevolution(efi, devolution, status))
  })

  app.post('/sandbox/api/pix/autopay', async (request) => {
    const { on } = bodyFieldsOf(request)
    if (typeof on !== 'boolean') throw new Refusal(400, 'on must be true or false')

    efi.settings.set({ autoPay: on })

    return efi.settings.get()
  })

  app.post('/sandbox/api/pix/settings', async (request) => {
    efi.settings.set(readPixSettings(bodyFieldsOf(request)))
    return efi.settings.get()
  })
}

function readPixSettings(bodyFields: Fields): Partial<Settings> {
  const errorStyle = optionalText(bodyFields, 'errorStyle')
  if (errorStyle !== undefined && errorStyle !== 'efi' && errorStyle !== 'problem')
    throw new Refusal(400, 'errorStyle must be efi or problem')

  const tokenSeconds = optionalNumber(bodyFields, 'tokenSeconds', 1)
  const devolutionMs = optionalNumber(bodyFields, 'devolutionMs')
  const { tokenForm } = bodyFields
  if (tokenForm !== undefined && typeof tokenForm !== 'boolean')
    throw new Refusal(400, 'tokenForm must be true or false')

  const apiPath = optionalText(bodyFields, 'apiPath')
  const scopeList = optionalText(bodyFields, 'scopes')

  return {
    ...(tokenForm === undefined ? {} : { tokenForm }),
    ...(apiPath === undefined ? {} : { apiPath }),
    ...(scopeList === undefined ? {} : { scopes: scopeList }),
    ...(errorStyle ? { errorStyle } : {}),
    ...(tokenSeconds === undefined ? {} : { tokenSeconds }),
    ...(devolutionMs === undefined ? {} : { devolutionMs }),
  }
}

/**
 * Status ABERTA opens a fraud report; any other status closes it. Fields: `amount` is a partial
 * amount, `tipoSituacao` the payer's reason, `valor` the listed amount, `natureza` the refund's
 * nature.
 */
function playInfraction(efi: Efi, txid: string, bodyFields: Fields): object {
  const status = requiredText(bodyFields, 'status')
  const amountCents = optionalCents(bodyFields['amount'])

  if (status === 'ABERTA') {
    const situation = optionalText(bodyFields, 'tipoSituacao')
    const infraction = openInfraction(efi, txid, amountCents, situation)
    const writtenAmount = 'valor' in bodyFields ? { written: bodyFields['valor'] } : {}

    return infractionReply(efi, efi.infractions.save({ ...infraction, ...writtenAmount }))
  }

  if (!isFinalStatus(status))
    throw new Refusal(400, 'status must be ABERTA, ACEITA, REJEITADA, CANCELADA or CANCELADA_EFI')

  const returnNature = optionalText(bodyFields, 'natureza')

  const { infraction, devolution } = endInfraction(efi, txid, status, {
    ...(amountCents === undefined ? {} : { amountCents }),
    ...(returnNature === undefined ? {} : { nature: returnNature }),
  })

  return {
    ...infractionReply(efi, infraction),
    devolucao: devolution && devolutionReply(devolution),
  }
}

/** Cards: pay, decline or expire a session, refund in the dashboard, open and move disputes. */
export function addCardCalls(app: FastifyInstance, world: World): void {
  const { stripe } = world

  // Sets the account's custom domain, the rights that its restricted key lacks, or both.
  app.post('/sandbox/api/card/account', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const { lacks } = bodyFields
    if (lacks !== undefined && !Array.isArray(lacks)) throw new Refusal(400, 'lacks must be a list')

    const customDomain = optionalText(bodyFields, 'customDomain')

    stripe.account.set({
      ...(customDomain === undefined ? {} : { customDomain }),
      ...(lacks === undefined ? {} : { lacks: lacks.map(String) }),
    })

    return stripe.account.get()
  })

  app.post('/sandbox/api/card/:sessionId/pay', async (request) =>
    playCard(world, pathParameter(request, 'sessionId'), bodyFieldsOf(request)),
  )

  app.post('/sandbox/api/card/:sessionId/refund', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const charge = chargeOf(world, pathParameter(request, 'sessionId'))
    if (bodyFields['outcome'] === 'failed') return failRefund(stripe, charge)

    const amountCents = optionalCents(bodyFields['amount'])

    return createRefund(
      stripe,
      { charge, ...(amountCents === undefined ? {} : { amount: amountCents }) },
      null,
    )
  })

  app.post('/sandbox/api/card/:sessionId/dispute', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const charge = chargeOf(world, pathParameter(request, 'sessionId'))

    return playDispute(stripe, charge, optionalText(bodyFields, 'status') ?? 'created', {
      amount: optionalCents(bodyFields['amount']),
      reason: optionalText(bodyFields, 'reason'),
      dispute: optionalText(bodyFields, 'dispute'),
    })
  })
}

function playCard({ stripe }: World, id: string, bodyFields: Fields): object {
  const wrongCharge = {
    amount: optionalCents(bodyFields['amount']),
    currency: optionalText(bodyFields, 'currency'),
  }
  switch (bodyFields['outcome'] ?? 'paid') {
    case 'paid':
      return paySession(stripe, id, TEST_CARD, wrongCharge)
    case 'declined':
      return paySession(stripe, id, { ...TEST_CARD, number: '4000000000000002' }, wrongCharge)
    case 'expired':
      return { paid: false, session: expireSession(stripe, id, null), error: null }
    case 'processing':
      return startDelayed(stripe, id, TEST_CARD)
    case 'async-paid':
      return { paid: true, session: settleDelayed(stripe, id, true), error: null }
    case 'async-failed':
      return { paid: false, session: settleDelayed(stripe, id, false), error: null }

    default:
      throw new Refusal(
        400,
        'outcome must be paid, declined, expired, processing, async-paid or async-failed',
      )
  }
}

function chargeOf({ stripe }: World, sessionId: string): string {
  const session = stripe.sessions.get(sessionId)
  if (!session) throw new Refusal(404, `no such session: ${sessionId}`)

  const charge = session.payment_intent
    ? stripe.intents.get(session.payment_intent)?.latest_charge
    : null
  if (!charge || session.status !== 'complete') throw new Refusal(409, 'this session is not paid')

  return charge
}

/** Crypto: send coins, advance a deposit, change prices, suspend a network. */
export function addCryptoCalls(app: FastifyInstance, { binance }: World): void {
  app.post('/sandbox/api/crypto/deposit', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const amountCents =
      typeof bodyFields['amount'] === 'number'
        ? String(bodyFields['amount'])
        : requiredText(bodyFields, 'amount')

    return receiveDeposit(binance, {
      coin: requiredText(bodyFields, 'coin'),
      network: requiredText(bodyFields, 'network'),
      amount: amountCents,
      status: optionalNumber(bodyFields, 'status'),
      internal: bodyFields['internal'] === true,
    })
  })

  app.post('/sandbox/api/crypto/deposits/:id', async (request) => {
    const bodyFields = bodyFieldsOf(request)
    const status = optionalNumber(bodyFields, 'status')
    if (status === undefined) throw new Refusal(400, 'status is missing')

    return advanceDeposit(
      binance,
      pathParameter(request, 'id'),
      status,
      optionalText(bodyFields, 'confirmTimes'),
    )
  })

  // Registers the public half of an Ed25519 key; returns its API key.
  app.post('/sandbox/api/crypto/keys', async (request) => {
    const publicKey = requiredText(bodyFieldsOf(request), 'publicKey')
    const apiKey = randomText(64)
    binance.core.state.table<RegisteredKey>('binance.keys').save({ id: apiKey, publicKey })

    return { apiKey }
  })

  app.post('/sandbox/api/crypto/prices', async (request) => {
    const bodyFields = bodyFieldsOf(request)

    for (const [symbol, price] of Object.entries(bodyFields)) {
      if (!Object.hasOwn(DEFAULT_PRICES, symbol))
        throw new Refusal(400, `unknown symbol: ${symbol}`)
      if (!/^\d+(\.\d+)?$/.test(String(price)) || Number(price) <= 0)
        throw new Refusal(400, `${symbol} must be a positive decimal`)

      binance.prices.save({ id: symbol, price: String(price) })
    }

    return { prices: binance.prices.all() }
  })

  app.post('/sandbox/api/crypto/networks', async (request) => {
    const { coin, network, depositEnable } = bodyFieldsOf(request)
    if (!NETWORKS.some((one) => one.coin === coin && one.network === network))
      throw new Refusal(404, 'unknown coin and network')
    if (typeof depositEnable !== 'boolean')
      throw new Refusal(400, 'depositEnable must be true or false')

    return binance.suspensions.save({ id: `${String(coin)}/${String(network)}`, depositEnable })
  })
}
