import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { pathToFileURL } from 'node:url'
import EfiPay, {
  MedListResponseSchema,
  PixConfigWebhookResponseSchema,
  PixCreateChargeResponseSchema,
  PixCreateLocationResponseSchema,
  PixDetailChargeResponseSchema,
  PixDetailDevolutionResponseSchema,
  PixDetailLocationResponseSchema,
  PixDetailReceivedResponseSchema,
  PixDetailWebhookResponseSchema,
  PixDevolutionResponseSchema,
  PixGenerateQRCodeResponseSchema,
  PixListChargesResponseSchema,
  PixListReceivedResponseSchema,
  PixListWebhookResponseSchema,
  PixLocationListResponseSchema,
  PixUpdateChargeResponseSchema,
  type MedListResponse,
  type PixCreateLocationResponse,
} from 'sdk-node-apis-efi'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { locationReply } from '../efi/locations.ts'
import type { infractionReply } from '../efi/wire.ts'
import { until } from '../testing/bench.ts'
import { bench, useBench } from '../testing/use-bench.ts'

// Efí's own client, unchanged, calls the sandbox over mutual TLS. The client's schemas check every
// answer at run time; tsc checks the types for which the sandbox has types. The client knows only
// two hosts and trusts only the system's authorities. So the test puts the sandbox's host into the
// client's list of hosts, and this thread trusts the sandbox's authority.

type Judged<Shape extends Declared, Declared> = Shape

export type Shapes = [
  // The sandbox adds CANCELADA, which the client does not know yet.
  Judged<
    Omit<ReturnType<typeof infractionReply>, 'status'>,
    Omit<MedListResponse['infracoes'][number], 'status'>
  >,
  Judged<ReturnType<typeof locationReply>, PixCreateLocationResponse>,
]

useBench()
let efi: EfiPay
const trusted = getCACertificates('default')

const client = (): EfiPay => {
  const { env } = bench.sandbox
  return new EfiPay({
    sandbox: true,
    client_id: env['PIX_CLIENT_ID']!,
    client_secret: env['PIX_CLIENT_SECRET']!,
    certificate: env['PIX_CERT_PEM']!,
    pemKey: env['PIX_KEY_PEM']!,
    validateMtls: true,
  })
}

beforeAll(async () => {
  const { env } = bench.sandbox
  setDefaultCACertificates([...trusted, readFileSync(env['PIX_CA']!, 'utf8')])
  const entry = createRequire(import.meta.url).resolve('sdk-node-apis-efi')
  const hosts = new URL('../esm/constants/endpoints.js', pathToFileURL(entry)).href
  const { endpoints } = (await import(/* @vite-ignore */ hosts)) as {
    endpoints: { APIS: { PIX: { URL: { SANDBOX: string } } } }
  }
  endpoints.APIS.PIX.URL.SANDBOX = env['PIX_BASE_URL']!
  efi = client()
})

afterAll(() => {
  setDefaultCACertificates(trusted)
})

let counter = 0
const chave = () => bench.sandbox.env['PIX_KEY']!

const chargeBody = (more: object = {}) => ({
  calendario: { expiracao: 3600 },
  devedor: { cpf: '52998224725', nome: 'Francisco da Silva' },
  valor: { original: '123.45' },
  chave: chave(),
  solicitacaoPagador: 'Pedido ORD-1001',
  ...more,
})

const newTxid = () => `oficial${String(++counter).padStart(25, '0')}`

const span = () => ({
  inicio: new Date(Date.now() - 3_600_000).toISOString(),
  fim: new Date(Date.now() + 3_600_000).toISOString(),
})

const charged = async () => {
  const txid = newTxid()
  await efi.pixCreateCharge({ txid }, chargeBody())

  return txid
}

const paid = async () => {
  const txid = await charged()
  const { pix } = await bench.control('POST', `/pix/${txid}/pay`)

  return { txid, e2eId: pix.endToEndId as string }
}

describe('the official client of Efí', () => {
  it('makes, changes, reads and lists charges [F117]', async () => {
    const txid = newTxid()
    const made = PixCreateChargeResponseSchema.parse(
      await efi.pixCreateCharge({ txid }, chargeBody()),
    )
    expect([made.txid, made.status, made.valor.original]).toEqual([txid, 'ATIVA', '123.45'])
    const named = PixCreateChargeResponseSchema.parse(
      await efi.pixCreateImmediateCharge(chargeBody()),
    )
    expect(named.txid).toMatch(/^[a-zA-Z0-9]{26,35}$/)

    const changed = PixUpdateChargeResponseSchema.parse(
      await efi.pixUpdateCharge({ txid }, {
        status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR',
      } as never),
    )

    expect([changed.status, changed.revisao]).toEqual(['REMOVIDA_PELO_USUARIO_RECEBEDOR', 1])
    const one = await paid()
    const read = PixDetailChargeResponseSchema.parse(await efi.pixDetailCharge({ txid: one.txid }))
    expect([read.status, read.pix?.[0]?.endToEndId]).toEqual(['CONCLUIDA', one.e2eId])
    const listed = PixListChargesResponseSchema.parse(await efi.pixListCharges(span()))
    expect(listed.cobs.map((cob) => cob.txid)).toEqual([txid, named.txid, one.txid])
  })

  it('is refused in its own words', async () => {
    await expect(efi.pixDetailCharge({ txid: newTxid() })).rejects.toMatchObject({
      nome: 'cobranca_nao_encontrada',
    })
    const txid = await charged()
    await expect(efi.pixCreateCharge({ txid }, chargeBody())).rejects.toMatchObject({
      nome: 'txid_duplicado',
    })
    await expect(
      efi.pixCreateCharge({ txid: newTxid() }, chargeBody({ loc: { id: 999_999_999 } })),
    ).rejects.toMatchObject({ nome: 'location_nao_encontrada' })
  })

  it('makes locations, finds their codes and takes charges off them [F117]', async () => {
    // The guide does not grant these scopes, so the test adds them to the application.
    await bench.control('POST', '/pix/settings', {
      scopes: 'cob.read cob.write payloadlocation.read payloadlocation.write',
    })
    const efi = client()
    const place = PixCreateLocationResponseSchema.parse(
      await efi.pixCreateLocation({ tipoCob: 'cob' }),
    )
    const txid = newTxid()
    const cob = await efi.pixCreateCharge({ txid }, chargeBody({ loc: { id: place.id } }))
    expect(cob.location).toBe(place.location)
    expect(
      PixDetailLocationResponseSchema.parse(await efi.pixDetailLocation({ id: place.id })).txid,
    ).toBe(txid)
    expect(
      PixGenerateQRCodeResponseSchema.parse(await efi.pixGenerateQRCode({ id: place.id })).qrcode,
    ).toBe(cob.pixCopiaECola)

    expect(
      PixLocationListResponseSchema.parse(await efi.pixLocationList(span())).locs.map(
        (one) => one.id,
      ),
    ).toEqual([place.id])

    expect((await efi.pixUnlinkTxidLocation({ id: place.id })).id).toBe(place.id)
    expect((await efi.pixDetailLocation({ id: place.id })).txid).toBeUndefined()
  })

  it('reads received money and sends it back', async () => {
    const { e2eId, txid } = await paid()
    const back = PixDevolutionResponseSchema.parse(
      await efi.pixDevolution({ e2eId, id: 'volta1' }, { valor: '23.45' }),
    )
    expect([back.id, back.status]).toEqual(['volta1', 'EM_PROCESSAMENTO'])

    const end = await until(async () => {
      const one = PixDetailDevolutionResponseSchema.parse(
        await efi.pixDetailDevolution({ e2eId, id: 'volta1' }),
      )
      return one.status === 'DEVOLVIDO' ? one : null
    })

    expect(end.horario.liquidacao).toMatch(/Z$/)
    const received = PixDetailReceivedResponseSchema.parse(await efi.pixDetailReceived({ e2eId }))
    expect([received.txid, received.devolucoes?.[0]?.valor]).toEqual([txid, '23.45'])
    const listed = PixListReceivedResponseSchema.parse(await efi.pixReceivedList(span()))
    expect(listed.pix.map((one) => one.endToEndId)).toEqual([e2eId])
  })

  it('registers a webhook through both mutual TLS probes, lists it, resends and deletes it [F117]', async () => {
    const webhookUrl = `${bench.sandbox.env['PIX_WEBHOOK_URL']}?hmac=x&ignorar=`
    const params = { chave: chave() }

    expect(
      PixConfigWebhookResponseSchema.parse(await efi.pixConfigWebhook(params, { webhookUrl }))
        .webhookUrl,
    ).toBe(webhookUrl)

    expect(
      PixDetailWebhookResponseSchema.parse(await efi.pixDetailWebhook(params)).webhookUrl,
    ).toBe(webhookUrl)
    expect(
      PixListWebhookResponseSchema.parse(await efi.pixListWebhook(span())).webhooks,
    ).toHaveLength(1)
    await expect(
      efi.pixConfigWebhook(params, { webhookUrl: `${bench.store.origin}/hook` }),
    ).rejects.toMatchObject({ nome: 'valor_invalido' })
    const { e2eId } = await paid()
    const calls = () => bench.store.received.filter((one) => one.json?.pix).length
    await until(() => calls() === 1)
    await efi.pixResendWebhook({ tipo: 'PIX_RECEBIDO', e2eids: [e2eId] })
    await until(() => calls() === 2)
    await efi.pixDeleteWebhook(params)
    await expect(efi.pixDetailWebhook(params)).rejects.toMatchObject({
      nome: 'webhook_nao_encontrado',
    })
  })

  it('lists reports of fraud in each state and defends one [F104, F117]', async () => {
    const ends = ['ABERTA', 'ACEITA', 'REJEITADA', 'CANCELADA_EFI']

    for (const status of ends) {
      const { txid } = await paid()
      await bench.control('POST', `/pix/${txid}/infraction`, { status: 'ABERTA' })
      if (status !== 'ABERTA') await bench.control('POST', `/pix/${txid}/infraction`, { status })
    }

    const list = async () => MedListResponseSchema.parse(await efi.medList(span())).infracoes
    const [first, ...others] = await list()
    expect([first!, ...others].map((one) => one.status)).toEqual(ends)

    await efi.medDefense(
      { idInfracao: first!.idInfracao },
      { analise: 'rejeitado', justificativa: 'Entregue e usada.' },
    )

    expect((await list())[0]).toMatchObject({ status: 'EM_DEFESA', defesa: 'Entregue e usada.' })

    await expect(
      efi.medDefense(
        { idInfracao: first!.idInfracao },
        { analise: 'rejeitado', justificativa: 'De novo' },
      ),
    ).rejects.toMatchObject({ status: 409 })
  })
})
