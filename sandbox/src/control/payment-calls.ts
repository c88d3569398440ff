import type { FastifyInstance } from 'fastify'

import { NETWORKS, PRICES } from '../binance/coins.ts'
import { advanceDeposit, receiveDeposit } from '../binance/model.ts'
import type { RegisteredKey } from '../binance/signature.ts'
import { randomText } from '../core/ids.ts'
import { Refusal } from '../core/refusal.ts'
import { returnByApp, settleDevolution } from '../efi/devolutions.ts'
import { endInfraction, isEnding, openInfraction } from '../efi/infractions.ts'
import type { Efi, Settings } from '../efi/model.ts'
import { payCharge } from '../efi/receipts.ts'
import { notify } from '../efi/webhooks.ts'
import { chargeReply, devolutionReply, infractionReply, receiptReply } from '../efi/wire.ts'
import { playDispute } from '../stripe/disputes.ts'
import { paySession, settleDelayed, startDelayed, TEST_CARD } from '../stripe/payments.ts'
import { createRefund, failRefund } from '../stripe/refunds.ts'
import { expireSession } from '../stripe/sessions.ts'
import { centsIn, fieldsOf, numberIn, optionalText, param, textIn, type Fields } from './input.ts'
import type { World } from './world.ts'

/**
 * PIX: pay a charge (exactly, another amount, twice, late), report fraud, end a return, set the
 * PSP's switches.
 */
export function addPixCalls(app: FastifyInstance, { efi }: World): void {
  app.post('/sandbox/api/pix/:txid/pay', async (request) => {
    const fields = fieldsOf(request)

    const receipt = payCharge(efi, param(request, 'txid'), {
      amountCents: centsIn(fields['amount']),
      key: optionalText(fields, 'chave'),
      payerInfo: optionalText(fields, 'infoPagador'),
    })

    return {
      pix: receiptReply(efi, receipt),
      cob: chargeReply(efi, efi.charges.get(receipt.txid)!),
    }
  })

  app.post('/sandbox/api/pix/:txid/return', async (request) => {
    const fields = fieldsOf(request)
    return devolutionReply(
      returnByApp(efi, param(request, 'txid'), {
        amountCents: centsIn(fields['amount']),
        id: optionalText(fields, 'id'),
        nature: optionalText(fields, 'natureza'),
        endToEndId: optionalText(fields, 'endToEndId'),
      }),
    )
  })

  app.post('/sandbox/api/pix/:txid/infraction', async (request) =>
    playInfraction(efi, param(request, 'txid'), fieldsOf(request)),
  )

  // Another system of the same account replaces the key's only webhook.
  app.post('/sandbox/api/pix/webhook', async (request) => {
    const url = textIn(fieldsOf(request), 'url')
    const { pixKey } = efi.core.credentials

    return efi.webhooks.save({ id: pixKey, url, createdAt: efi.core.clock.now(), skipMtls: true })
  })

  app.post('/sandbox/api/pix/batch', async (request) => {
    const { txids } = fieldsOf(request)
    if (!Array.isArray(txids) || txids.length === 0) throw new Refusal(400, 'txids must be a list')

    const receipts = txids.map((txid) => payCharge(efi, String(txid), { silent: true }))
    notify(efi, receipts)

    return { pix: receipts.map((receipt) => receiptReply(efi, receipt)) }
  })

  app.post('/sandbox/api/pix/devolucao', async (request) => {
    const fields = fieldsOf(request)
    const status = textIn(fields, 'status')
    if (status !== 'DEVOLVIDO' && status !== 'NAO_REALIZADO')
      throw new Refusal(400, 'status must be DEVOLVIDO or NAO_REALIZADO')

    const id = textIn(fields, 'id')
    const one = efi.devolutions.find((row) => row.returnId === id)
    if (!one) throw new Refusal(404, `no such return: ${id}`)

    return devolutionReply(settleDevolution(efi, one, status))
  })

  app.post('/sandbox/api/pix/autopay', async (request) => {
    const { on } = fieldsOf(request)
    if (typeof on !== 'boolean') throw new Refusal(400, 'on must be true or false')

    efi.settings.set({ autoPay: on })

    return efi.settings.get()
  })

  app.post('/sandbox/api/pix/settings', async (request) => {
    efi.settings.set(readPixSettings(fieldsOf(request)))
    return efi.settings.get()
  })
}

function readPixSettings(fields: Fields): Partial<Settings> {
  const style = optionalText(fields, 'errorStyle')
  if (style !== undefined && style !== 'efi' && style !== 'problem')
    throw new Refusal(400, 'errorStyle must be efi or problem')

  const tokenSeconds = numberIn(fields, 'tokenSeconds', 1)
  const devolutionMs = numberIn(fields, 'devolutionMs')
  const { tokenForm } = fields
  if (tokenForm !== undefined && typeof tokenForm !== 'boolean')
    throw new Refusal(400, 'tokenForm must be true or false')

  const apiPath = optionalText(fields, 'apiPath')
  const scopes = optionalText(fields, 'scopes')

  return {
    ...(tokenForm === undefined ? {} : { tokenForm }),
    ...(apiPath === undefined ? {} : { apiPath }),
    ...(scopes === undefined ? {} : { scopes }),
    ...(style ? { errorStyle: style } : {}),
    ...(tokenSeconds === undefined ? {} : { tokenSeconds }),
    ...(devolutionMs === undefined ? {} : { devolutionMs }),
  }
}

/**
 * Status ABERTA opens a fraud report; any other status ends it. Fields: `amount` is a part,
 * `tipoSituacao` the payer's reason, `valor` the listed amount, `natureza` the return's nature.
 */
function playInfraction(efi: Efi, txid: string, fields: Fields): object {
  const status = textIn(fields, 'status')
  const amountCents = centsIn(fields['amount'])

  if (status === 'ABERTA') {
    const situation = optionalText(fields, 'tipoSituacao')
    const opened = openInfraction(efi, txid, amountCents, situation)
    const written = 'valor' in fields ? { written: fields['valor'] } : {}

    return infractionReply(efi, efi.infractions.save({ ...opened, ...written }))
  }

  if (!isEnding(status))
    throw new Refusal(400, 'status must be ABERTA, ACEITA, REJEITADA, CANCELADA or CANCELADA_EFI')

  const nature = optionalText(fields, 'natureza')

  const { infraction, devolution } = endInfraction(efi, txid, status, {
    ...(amountCents === undefined ? {} : { amountCents }),
    ...(nature === undefined ? {} : { nature }),
  })

  return {
    ...infractionReply(efi, infraction),
    devolucao: devolution && devolutionReply(devolution),
  }
}

/** Cards: pay, decline or expire a session, refund from the dashboard, open and move disputes. */
export function addCardCalls(app: FastifyInstance, world: World): void {
  const { stripe } = world

  // The account gets a custom domain, or its restricted key fewer rights.
  app.post('/sandbox/api/card/account', async (request) => {
    const fields = fieldsOf(request)
    const { lacks } = fields
    if (lacks !== undefined && !Array.isArray(lacks)) throw new Refusal(400, 'lacks must be a list')

    const customDomain = optionalText(fields, 'customDomain')

    stripe.account.set({
      ...(customDomain === undefined ? {} : { customDomain }),
      ...(lacks === undefined ? {} : { lacks: lacks.map(String) }),
    })

    return stripe.account.get()
  })

  app.post('/sandbox/api/card/:sessionId/pay', async (request) =>
    playCard(world, param(request, 'sessionId'), fieldsOf(request)),
  )

  app.post('/sandbox/api/card/:sessionId/refund', async (request) => {
    const fields = fieldsOf(request)
    const charge = chargeOf(world, param(request, 'sessionId'))
    if (fields['outcome'] === 'failed') return failRefund(stripe, charge)

    const amount = centsIn(fields['amount'])

    return createRefund(stripe, { charge, ...(amount === undefined ? {} : { amount }) }, null)
  })

  app.post('/sandbox/api/card/:sessionId/dispute', async (request) => {
    const fields = fieldsOf(request)
    const charge = chargeOf(world, param(request, 'sessionId'))

    return playDispute(stripe, charge, optionalText(fields, 'status') ?? 'created', {
      amount: centsIn(fields['amount']),
      reason: optionalText(fields, 'reason'),
      dispute: optionalText(fields, 'dispute'),
    })
  })
}

function playCard({ stripe }: World, id: string, fields: Fields): object {
  const wrong = { amount: centsIn(fields['amount']), currency: optionalText(fields, 'currency') }
  switch (fields['outcome'] ?? 'paid') {
    case 'paid':
      return paySession(stripe, id, TEST_CARD, wrong)
    case 'declined':
      return paySession(stripe, id, { ...TEST_CARD, number: '4000000000000002' }, wrong)
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

/** Crypto: send coins, move a deposit to its next status, change prices, suspend a network. */
export function addCryptoCalls(app: FastifyInstance, { binance }: World): void {
  app.post('/sandbox/api/crypto/deposit', async (request) => {
    const fields = fieldsOf(request)
    const amount =
      typeof fields['amount'] === 'number' ? String(fields['amount']) : textIn(fields, 'amount')

    return receiveDeposit(binance, {
      coin: textIn(fields, 'coin'),
      network: textIn(fields, 'network'),
      amount,
      status: numberIn(fields, 'status'),
      internal: fields['internal'] === true,
    })
  })

  app.post('/sandbox/api/crypto/deposits/:id', async (request) => {
    const fields = fieldsOf(request)
    const status = numberIn(fields, 'status')
    if (status === undefined) throw new Refusal(400, 'status is missing')

    return advanceDeposit(
      binance,
      param(request, 'id'),
      status,
      optionalText(fields, 'confirmTimes'),
    )
  })

  // The account holder registers the public half of an Ed25519 key and gets its API key.
  app.post('/sandbox/api/crypto/keys', async (request) => {
    const publicKey = textIn(fieldsOf(request), 'publicKey')
    const apiKey = randomText(64)
    binance.core.state.table<RegisteredKey>('binance.keys').save({ id: apiKey, publicKey })

    return { apiKey }
  })

  app.post('/sandbox/api/crypto/prices', async (request) => {
    const fields = fieldsOf(request)

    for (const [symbol, price] of Object.entries(fields)) {
      if (!Object.hasOwn(PRICES, symbol)) throw new Refusal(400, `unknown symbol: ${symbol}`)
      if (!/^\d+(\.\d+)?$/.test(String(price)) || Number(price) <= 0)
        throw new Refusal(400, `${symbol} must be a positive decimal`)

      binance.prices.save({ id: symbol, price: String(price) })
    }

    return { prices: binance.prices.all() }
  })

  app.post('/sandbox/api/crypto/networks', async (request) => {
    const { coin, network, depositEnable } = fieldsOf(request)
    if (!NETWORKS.some((one) => one.coin === coin && one.network === network))
      throw new Refusal(404, 'unknown coin and network')
    if (typeof depositEnable !== 'boolean')
      throw new Refusal(400, 'depositEnable must be true or false')

    return binance.suspensions.save({ id: `${String(coin)}/${String(network)}`, depositEnable })
  })
}
