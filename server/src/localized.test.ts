import { disputeWord } from '@chaveiro/contracts/dispute-words'
import { languages, type Language } from '@chaveiro/contracts/limits'
import { inLanguage } from '@chaveiro/contracts/localized'
import { methodName } from '@chaveiro/contracts/method-names'
import { wordOfState } from '@chaveiro/contracts/state-words'
import type { PaymentReason, PaymentStatus, ReviewReason } from '@chaveiro/contracts/states'
import { wordOfField } from '@chaveiro/contracts/words'
import { describe, expect, it } from 'vitest'

import { noteToPayer } from './adapters/efi/efi-pix.ts'
import { roleReasons } from './domains/discord-roles/roles.service.ts'
import { chatWords } from './domains/discord-shop/chat.words.ts'
import { writeMail } from './domains/mails/mails.letter.ts'
import { messageFor } from './domains/payments/checkout/buyer-messages.rules.ts'
import { evidenceTexts } from './domains/payments/disputes/evidence.texts.ts'
import { stockLowText } from './domains/stock/stock-alerts.chat.ts'
import { closingReason } from './domains/tickets/tickets.chat.service.ts'
import type { Ticket } from './domains/tickets/tickets.queries.ts'
import { transcriptHtml } from './domains/tickets/tickets.transcript.ts'
import { fail, invalid } from './platform/errors.ts'
import { localizedMoney } from './platform/text/money.ts'

describe('both languages say', () => {
  it('why something is refused, with sums, names, fields and states filled in', () => {
    expect(fail('auth.required').text).toEqual({
      'pt-BR': 'Acesso não autorizado. Por favor, faça login.',
      'en-US': 'Not authorised. Please log in.',
    })

    const { text } = fail('coupon.min_purchase', { amount: localizedMoney(123_456, 'BRL') })

    expect([text['pt-BR'].replace(/\u00a0/g, ' '), text['en-US']]).toEqual([
      'Este cupom vale para compras a partir de R$ 1.234,56.',
      'This coupon is valid for purchases from R$1,234.56.',
    ])

    expect(invalid(['customer.cpf', 'licenses.0', 'other.cpf']).text).toEqual({
      'pt-BR': 'Confira o que foi informado: CPF, chaves de licença (1).',
      'en-US': 'Please check what you entered: CPF, licence keys (1).',
    })

    expect(fail('state.illegal', { from: 'completed', to: 'pending' }).text).toEqual({
      'pt-BR': 'Esta mudança de estado não é permitida: de “concluído” para “pendente”.',
      'en-US': 'This change of state is not allowed: from “completed” to “pending”.',
    })

    expect(fail('account.role_call', { id: '7' }).text['en-US']).toBe(
      'The role has a call of its own: PUT /api/admin/users/7/role.',
    )
  })

  it('that the shop is closed, in its owner’s own words where there are some', () => {
    expect(fail('maintenance', { message: '' }).text).toEqual({
      'pt-BR': 'A loja está em manutenção. Volte em breve.',
      'en-US': 'The shop is under maintenance. Please come back soon.',
    })

    expect(fail('maintenance', { message: 'Voltamos às 10h.' }).text).toEqual({
      'pt-BR': 'Voltamos às 10h.',
      'en-US': 'Voltamos às 10h.',
    })
  })

  it('in the channel of staff, that few keys are left', () => {
    expect([0, 1, 2].map((left) => stockLowText({ name: 'Editor Pro', left }))).toEqual([
      {
        'pt-BR': {
          title: 'Estoque baixo: Editor Pro',
          description: 'Restam 0 chaves sem vender.',
        },
        'en-US': { title: 'Low stock: Editor Pro', description: '0 keys are left unsold.' },
      },
      {
        'pt-BR': { title: 'Estoque baixo: Editor Pro', description: 'Resta 1 chave sem vender.' },
        'en-US': { title: 'Low stock: Editor Pro', description: '1 key is left unsold.' },
      },
      {
        'pt-BR': {
          title: 'Estoque baixo: Editor Pro',
          description: 'Restam 2 chaves sem vender.',
        },
        'en-US': { title: 'Low stock: Editor Pro', description: '2 keys are left unsold.' },
      },
    ])
  })

  it('in the record of the chat server, why a role changed and why a channel went', () => {
    expect(roleReasons).toEqual({
      given: { 'pt-BR': 'Licença ativa na loja', 'en-US': 'Active licence in the shop' },
      taken: { 'pt-BR': 'Sem licença ativa na loja', 'en-US': 'No active licence in the shop' },
    })

    expect(closingReason('TKT-000012')).toEqual({
      'pt-BR': 'ticket TKT-000012 fechado',
      'en-US': 'ticket TKT-000012 closed',
    })
  })

  it('in the buyer’s bank, which order a PIX is for', () => {
    expect(noteToPayer('ORD-000012')).toEqual({
      'pt-BR': 'Pedido ORD-000012',
      'en-US': 'Order ORD-000012',
    })
  })

  it('in the chat, what the bot says, with names filled in', () => {
    expect(chatWords.banned).toEqual({
      'pt-BR': 'Sua conta na loja está banida.',
      'en-US': 'Your shop account is banned.',
    })

    expect(chatWords.soldOut({ name: 'Editor Pro' })).toEqual({
      'pt-BR': '**Editor Pro** está esgotado.',
      'en-US': '**Editor Pro** is sold out.',
    })

    expect(chatWords.ticketOpened({ ticket: 'TKT-000012', channel: '<#7>' })).toEqual({
      'pt-BR': 'Seu ticket **TKT-000012** está aberto: <#7>',
      'en-US': 'Your ticket **TKT-000012** is open: <#7>',
    })
  })

  it('to the buyer, the state of a payment', () => {
    const paymentText = (
      status: PaymentStatus,
      reviewReason: ReviewReason | null,
      reason: PaymentReason | null = null,
    ) => {
      const text = messageFor(
        { status, reviewReason, reason },
        {
          received: localizedMoney(1050, 'BRL'),
          asked: localizedMoney(123_456, 'BRL'),
          left: localizedMoney(122_406, 'BRL'),
        },
      )
      return text && [text['pt-BR'].replace(/\u00a0/g, ' '), text['en-US']]
    }

    expect(paymentText('pending', 'partial')).toEqual([
      'Recebemos R$ 10,50 de R$ 1.234,56. Faltam R$ 1.224,06.',
      'We received R$10.50 of R$1,234.56. R$1,224.06 is missing.',
    ])

    expect(paymentText('pending', 'held')).toEqual([
      'Recebemos R$ 10,50, mas esta conta não pode receber pedidos agora. Nossa equipe vai verificar o pagamento.',
      'We received R$10.50, but this account cannot receive orders now. Our team will look into the payment.',
    ])

    expect(paymentText('completed', 'duplicate')).toEqual([
      'Este pedido já tinha sido pago. O valor repetido será devolvido.',
      'This order had already been paid. The repeated amount will be returned.',
    ])

    expect(paymentText('failed', null, 'expired')).toEqual([
      'O prazo do pagamento terminou e nada foi cobrado.',
      'The time to pay ran out and nothing was charged.',
    ])

    expect(paymentText('completed', null)).toBeUndefined()
  })

  it('in the evidence pack and in the transcript of a ticket, its headings', () => {
    expect(languages.map((one) => inLanguage(one, evidenceTexts).title)).toEqual([
      'Dossiê de provas',
      'Evidence pack',
    ])

    const ticket = {
      ticketId: 'TKT-000012',
      userName: 'ana',
      userDiscordId: '7',
      subject: null,
      createdAt: new Date('2026-03-02T15:04:00Z'),
      closedAt: null,
    } as unknown as Ticket

    expect(
      languages.map((language) => {
        const html = transcriptHtml(ticket, [], { language, timeZone: 'America/Sao_Paulo' })
        return [/<h1>(.*?)<\/h1>/.exec(html)?.[1], /<main><p>(.*?)<\/p>/.exec(html)?.[1]]
      }),
    ).toEqual([
      ['Transcrição TKT-000012', 'Nenhuma mensagem.'],
      ['Transcript TKT-000012', 'No messages.'],
    ])
  })

  it('in mails, what the layout adds and what a word stands for', async () => {
    const written = (language: Language) =>
      writeMail({
        shop: {
          publicUrl: 'https://loja.test',
          timeZone: 'America/Sao_Paulo',
          site: {
            siteName: 'Loja',
            contactEmail: 'oi@loja.test',
            discordSupportLink: '',
            supportDiscord: '',
          },
        },
        name: 'powerAct',
        to: { name: 'Ana', email: 'ana@exemplo.test', language },
        values: { act: 'delete', about: 'Bia', by: 'Dora', ip: '203.0.113.7', at: new Date(0) },
      })

    const [portuguese, english] = [await written('pt-BR'), await written('en-US')]
    expect([portuguese.subject, english.subject]).toEqual(['Usuário excluído', 'User deleted'])
    expect(portuguese.text).toContain('Precisa de ajuda? oi@loja.test')
    expect(english.text).toContain('Need help? oi@loja.test')
    expect(portuguese.html).toContain('Precisa de ajuda?')
    expect(english.html).toContain('Need help?')
  })

  it('what fields, states, methods and reasons of a dispute are called', () => {
    expect(
      languages.map((one) => [
        wordOfField('licenses.0', one),
        wordOfState('completed', one),
        methodName('stripe', one),
        methodName('cheque', one),
        disputeWord('duplicate', one),
      ]),
    ).toEqual([
      ['chaves de licença (1)', 'concluído', 'Cartão', 'Desconhecido', 'Cobrança em dobro'],
      ['licence keys (1)', 'completed', 'Card', 'Unknown', 'Charged twice'],
    ])
  })
})
