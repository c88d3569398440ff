import { isoInstant } from '../core/clock.ts'
import {
  centsToText,
  devolutionsOf,
  receiptsOf,
  type Charge,
  type Devolution,
  type Efi,
  type Infraction,
  type Receipt,
} from './model.ts'

/**
 * A charge in the API's format. `pix` exists only after a payment, and its entries have `chave`
 * only in a list.
 */
export function chargeReply(
  efi: Efi,
  charge: Charge,
  { listed = false } = {},
): Record<string, unknown> {
  const receiptReplies = receiptsOf(efi, charge.id).map((receipt) => {
    const { chave, ...entry } = receiptReply(efi, receipt)
    return listed ? { ...entry, chave } : entry
  })

  return {
    calendario: { criacao: isoInstant(charge.createdAt), expiracao: charge.expiresIn },
    txid: charge.id,
    revisao: charge.revision,

    loc: {
      id: charge.locationId,
      location: charge.location,
      tipoCob: 'cob',
      criacao: isoInstant(charge.createdAt),
    },

    location: charge.location,
    status: charge.status,
    ...(charge.debtor ? { devedor: charge.debtor } : {}),
    valor: { original: centsToText(charge.amountCents) },
    chave: charge.key,
    ...(charge.note ? { solicitacaoPagador: charge.note } : {}),
    ...(charge.info.length > 0 ? { infoAdicionais: charge.info } : {}),
    pixCopiaECola: charge.code,
    ...(receiptReplies.length > 0 ? { pix: receiptReplies } : {}),
  }
}

/** Received money in the API's format; `devolucoes` exists only if there are refunds. */
export function receiptReply(efi: Efi, receipt: Receipt): Record<string, unknown> {
  const devolutions = devolutionsOf(efi, receipt.id)
  return {
    endToEndId: receipt.id,
    txid: receipt.txid,
    valor: centsToText(receipt.amountCents),
    chave: receipt.key,
    horario: isoInstant(receipt.at),
    ...(receipt.payerInfo ? { infoPagador: receipt.payerInfo } : {}),
    ...(devolutions.length > 0 ? { devolucoes: devolutions.map(devolutionReply) } : {}),
  }
}

export function devolutionReply(one: Devolution): Record<string, unknown> {
  return {
    id: one.returnId,
    rtrId: one.rtrId,
    valor: centsToText(one.amountCents),
    horario: {
      solicitacao: isoInstant(one.requestedAt),
      ...(one.settledAt === null ? {} : { liquidacao: isoInstant(one.settledAt) }),
    },
    status: one.status,
    ...(one.reason ? { motivo: one.reason } : {}),
    ...(one.nature === null ? {} : { natureza: one.nature }),
  }
}

/** An entry in a callback's `pix` list; Efí adds the payer as gnExtras. */
export function callbackEntry(efi: Efi, receipt: Receipt): Record<string, unknown> {
  return {
    ...receiptReply(efi, receipt),
    gnExtras: {
      tarifa: '0.01',
      pagador: {
        nome: receipt.payer.nome,
        cpf: `***.${receipt.payer.cpf.slice(3, 6)}.${receipt.payer.cpf.slice(6, 9)}-**`,
        codigoBanco: receipt.payer.codigoBanco,
      },
    },
  }
}

/**
 * An infraction in the format of Efí's own call, with numbers where the official client's types
 * have them.
 */
export function infractionReply(efi: Efi, one: Infraction) {
  const receipt = efi.receipts.get(one.endToEndId)!
  return {
    idInfracao: one.id,
    endToEndId: one.endToEndId,
    protocolo: one.protocol,
    dataTransacao: isoInstant(receipt.at),
    valor: ('written' in one ? one.written : Number(centsToText(one.amountCents))) as number,
    chave: receipt.key,
    status: one.status,
    razao: one.reason,
    tipoSituacao: one.situation,
    ...(one.defence ? { defesa: one.defence } : {}),
    identificadorTicket: [one.protocol],

    dadosAnalise: {
      abertura: isoInstant(one.openedAt),
      prazoFinalizacao: isoInstant(one.dueAt),
      ...(one.defendedAt === null ? {} : { recebimentoDefesa: isoInstant(one.defendedAt) }),
      ...(one.closedAt === null ? {} : { finalizacao: isoInstant(one.closedAt) }),
    },

    origem: {
      nomeParticipante: 'BANCO DA SANDBOX',
      conta: 10001,
      nome: receipt.payer.nome,
      documento: receipt.payer.cpf,
    },

    destino: {
      nomeParticipante: 'EFÍ S.A.',
      conta: 20002,
      nome: 'CHAVEIRO SANDBOX',
      documento: '12345678000195',
    },

    criadoEm: isoInstant(one.openedAt),
    atualizadoEm: isoInstant(one.updatedAt),
  }
}
