import { generatePixPayload } from '@brazilian-utils/brazilian-utils/generate-pix-payload'

import { randomHex } from '../core/ids.ts'
import { readChange, readCharge } from './charge-input.ts'
import { invalidValue, chargeNotFound, EfiRefusal } from './errors.ts'
import { freeLocation, newLocation } from './locations.ts'
import type { Charge, Efi, Location } from './model.ts'
import { payCharge } from './receipts.ts'

const AUTO_PAY_CENTS = 1000 // Efí's test environment pays charges up to R$ 10 itself

/** PUT /v2/cob/:txid, or POST if the PSP chooses the txid. A txid can be used only once. */
export function createCharge(efi: Efi, txid: string, body: Record<string, unknown>): Charge {
  if (!/^[a-zA-Z0-9]{26,35}$/.test(txid))
    throw invalidValue('Campo txid deve respeitar o padrão ^[a-zA-Z0-9]{26,35}$', 'cob.txid')

  if (efi.charges.get(txid))
    throw new EfiRefusal(409, {
      nome: 'txid_duplicado',
      mensagem: 'Campo txid informado já foi utilizado em outra cobrança',
      bacen: 'CobOperacaoInvalida',
    })

  const chargeInput = readCharge(body, efi.core.credentials.pixKey)
  const { locationNumber, ...asked } = chargeInput
  const chargeLocation =
    locationNumber === null ? newLocation(efi) : freeLocation(efi, locationNumber)

  const charge = efi.charges.save({
    id: txid,
    createdAt: efi.core.clock.now(),
    revision: 0,
    status: 'ATIVA',
    ...codeOfLocation(chargeLocation),
    receiptIds: [],
    ...asked,
  })

  efi.locations.save({ ...chargeLocation, txid })
  if (efi.settings.get().autoPay && charge.amountCents <= AUTO_PAY_CENTS) payCharge(efi, txid, {})

  return charge
}

/** The payment code (copia e cola) of a location. */
function codeOfLocation(
  chargeLocation: Location,
): Pick<Charge, 'location' | 'locationId' | 'code'> {
  const pixPayload = generatePixPayload({
    url: chargeLocation.location,
    merchantName: 'CHAVEIRO SANDBOX',
    merchantCity: 'SAO PAULO',
  })

  if (!pixPayload)
    throw new EfiRefusal(500, {
      nome: 'erro_aplicacao',
      mensagem: 'Não foi possível gerar o BR Code',
      bacen: 'ErroInterno',
    })

  return { location: chargeLocation.location, locationId: chargeLocation.number, code: pixPayload }
}

function moveToLocation(efi: Efi, charge: Charge, chargeLocation: Location): void {
  const previousLocation = efi.locations.get(String(charge.locationId))
  if (previousLocation) efi.locations.save({ ...previousLocation, txid: null })
  efi.locations.save({ ...chargeLocation, txid: charge.id })
}

/** POST /v2/cob: the PSP chooses the txid. */
export const createUnnamedCharge = (efi: Efi, body: Record<string, unknown>): Charge =>
  createCharge(efi, randomHex(16), body)

/** The charge of a txid; for an unknown one Efí answers 400. */
export function requiredCharge(efi: Efi, txid: string): Charge {
  const charge = efi.charges.get(txid)
  if (!charge) throw chargeNotFound()

  return charge
}

/** PATCH /v2/cob/:txid: allowed only while ATIVA, which an expired charge still is. */
export function changeCharge(efi: Efi, txid: string, body: Record<string, unknown>): Charge {
  const charge = requiredCharge(efi, txid)

  if (charge.status !== 'ATIVA')
    throw new EfiRefusal(400, {
      nome: 'status_cobranca_invalido',
      mensagem: 'O status da cobrança não permite a alteração',
      bacen: 'CobOperacaoInvalida',
    })

  const { locationNumber, ...change } = readChange(body, efi.core.credentials.pixKey)

  const chargeLocation =
    locationNumber === undefined || locationNumber === charge.locationId
      ? null
      : freeLocation(efi, locationNumber)

  if (chargeLocation) moveToLocation(efi, charge, chargeLocation)

  return efi.charges.save({
    ...charge,
    ...change,
    ...(chargeLocation ? codeOfLocation(chargeLocation) : {}),
    revision: charge.revision + 1,
  })
}

/** Whether a charge has expired; its status stays ATIVA. */
export const isExpired = (efi: Efi, charge: Charge): boolean =>
  efi.core.clock.now() >= charge.createdAt + charge.expiresIn * 1000
