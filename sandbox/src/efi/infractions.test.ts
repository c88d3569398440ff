import { describe, expect, it } from 'vitest'

import { charged, useEfi } from '../testing/efi.ts'
import { bench } from '../testing/use-bench.ts'

useEfi()

describe('reports of fraud (MED)', () => {
  const span = (): string =>
    `inicio=${new Date(Date.now() - 90 * 86_400_000).toISOString()}&fim=${new Date(Date.now() + 90 * 86_400_000).toISOString()}`
  const listed = async () => (await bench.pix('GET', `/v2/gn/infracoes?${span()}`)).body.infracoes
  const returnsOf = async (txid: string) =>
    (await bench.pix('GET', `/v2/cob/${txid}`)).body.pix[0].devolucoes

  const reported = async (body: object = {}) => {
    const txid = await charged()
    await bench.control('POST', `/pix/${txid}/pay`)

    const one = await bench.control('POST', `/pix/${txid}/infraction`, {
      status: 'ABERTA',
      ...body,
    })

    return { txid, id: one.idInfracao as string }
  }

  const end = (txid: string, body: object) => bench.control('POST', `/pix/${txid}/infraction`, body)

  it('are open first and take nothing; their fields are the documented ones', async () => {
    const { txid } = await reported()

    expect(await listed()).toEqual([
      {
        idInfracao: expect.stringMatching(/^[0-9a-f-]{36}$/),
        endToEndId: expect.stringMatching(/^E\d{20}/),
        protocolo: expect.any(Number),
        dataTransacao: expect.any(String),
        valor: 123.45,
        chave: bench.sandbox.env['PIX_KEY'],
        status: 'ABERTA',
        razao: 'Solicitação de devolução',
        tipoSituacao: 'golpe',
        identificadorTicket: [expect.any(Number)],
        dadosAnalise: { abertura: expect.any(String), prazoFinalizacao: expect.any(String) },

        origem: {
          nomeParticipante: 'BANCO DA SANDBOX',
          conta: 10001,
          nome: 'CLIENTE DE TESTE',
          documento: '52998224725',
        },

        destino: {
          nomeParticipante: 'EFÍ S.A.',
          conta: 20002,
          nome: 'CHAVEIRO SANDBOX',
          documento: '12345678000195',
        },

        criadoEm: expect.any(String),
        atualizadoEm: expect.any(String),
      },
    ])

    expect(await returnsOf(txid)).toBeUndefined()
    await expect(end(txid, { status: 'ABERTA' })).rejects.toThrow('409')
  })

  it('say what happened to the payer, in one of the documented words', async () => {
    await reported({ tipoSituacao: 'aquisição da conta' })
    expect((await listed())[0].tipoSituacao).toBe('aquisição da conta')
    await expect(reported({ tipoSituacao: 'azar' })).rejects.toThrow('400')
  })

  it.each([
    // Efí omits the nature in its refunds (F253).
    [{ status: 'ACEITA' }, '123.45', undefined],
    [{ status: 'ACEITA', amount: '23.45' }, '23.45', undefined],
    [{ status: 'ACEITA', natureza: 'MED_FRAUDE' }, '123.45', 'MED_FRAUDE'],
    [{ status: 'ACEITA', natureza: 'MED_OPERACIONAL' }, '123.45', 'MED_OPERACIONAL'],
  ])('%j takes %s back by itself, with nature %s', async (body, valor, natureza) => {
    const { txid } = await reported()
    await end(txid, body)

    expect((await listed())[0]).toMatchObject({
      status: 'ACEITA',
      dadosAnalise: { finalizacao: expect.any(String) },
    })

    const [back] = await returnsOf(txid)
    expect([back.valor, back.natureza]).toEqual([valor, natureza])
  })

  it('contested in part take no more than that; one that is not accepted takes nothing', async () => {
    const part = await reported({ amount: '50.00' })
    await end(part.txid, { status: 'ACEITA' })
    expect((await returnsOf(part.txid))[0].valor).toBe('50.00')

    for (const status of ['REJEITADA', 'CANCELADA_EFI', 'CANCELADA']) {
      const one = await reported()
      await end(one.txid, { status })
      expect((await listed()).at(-1).status).toBe(status)
      expect(await returnsOf(one.txid)).toBeUndefined()
    }
  })

  it('about money that is returned already take nothing more', async () => {
    const txid = await charged()
    await bench.control('POST', `/pix/${txid}/pay`)
    await bench.control('POST', `/pix/${txid}/return`)
    await end(txid, { status: 'ABERTA' })
    await end(txid, { status: 'ACEITA' })
    expect(await returnsOf(txid)).toHaveLength(1)
  })

  it('are defended once, in time, with words; the refusals are problem+json', async () => {
    const { id, txid } = await reported()
    const defend = (infraction: string, body: object) =>
      bench.pix('POST', `/v2/gn/infracoes/${infraction}/defesa`, body)
    const words = { analise: 'rejeitado', justificativa: 'Entregue e usada.' }
    expect((await defend(id, { analise: 'talvez', justificativa: 'x' })).status).toBe(400)
    expect((await defend(id, { analise: 'rejeitado' })).status).toBe(400)

    expect(await defend('none', words)).toMatchObject({
      status: 404,
      body: { type: 'https://pix.bcb.gov.br/api/v2/error/InfracaoNaoEncontrada' },
    })

    expect((await defend(id, words)).status).toBe(201)

    expect((await listed())[0]).toMatchObject({
      status: 'EM_DEFESA',
      defesa: 'Entregue e usada.',
      dadosAnalise: { recebimentoDefesa: expect.any(String) },
    })

    expect(await defend(id, words)).toMatchObject({
      status: 409,
      body: { violacoes: [{ razao: 'A defesa para essa infração já foi criada.' }] },
    })

    await end(txid, { status: 'REJEITADA' })
    const late = await reported()
    await bench.control('POST', '/clock', { advanceMs: 8 * 86_400_000 })
    const token = { authorization: `Bearer ${await bench.pixToken()}` }

    expect(
      await bench.pix('POST', `/v2/gn/infracoes/${late.id}/defesa`, words, token),
    ).toMatchObject({
      status: 422,
      body: { violacoes: [{ razao: 'O prazo para defesa foi excedido.' }] },
    })

    await bench.control('POST', '/clock', { advanceMs: -8 * 86_400_000 })

    expect(await bench.pix('GET', '/v2/gn/infracoes?inicio=ontem&fim=hoje')).toMatchObject({
      status: 400,
      body: { type: 'https://pix.bcb.gov.br/api/v2/error/InfracoesConsultaInvalida' },
    })
  })

  it('can be made for eighty days only', async () => {
    const txid = await charged()
    await bench.control('POST', `/pix/${txid}/pay`)
    await bench.control('POST', '/clock', { advanceMs: 81 * 86_400_000 })
    await expect(end(txid, { status: 'ABERTA' })).rejects.toThrow('409')
    await bench.control('POST', '/clock', { advanceMs: -81 * 86_400_000 })
  })
})
