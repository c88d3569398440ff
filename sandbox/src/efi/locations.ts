import { randomInt, randomUUID } from 'node:crypto'

import { isoInstant } from '../core/clock.ts'
import { invalidValue, EfiRefusal } from './errors.ts'
import type { Efi, Location } from './model.ts'

/** POST /v2/loc: a location that no charge uses yet. */
export function createLocation(efi: Efi, body: Record<string, unknown>): Location {
  if (body['tipoCob'] !== 'cob') throw invalidValue('Campo tipoCob deve ser cob', 'loc.tipoCob')
  return newLocation(efi)
}

/** Creates a location for a charge, or an unused one. */
export function newLocation(efi: Efi): Location {
  const number = randomInt(1, 2 ** 31)
  return efi.locations.save({
    id: String(number),
    number,
    location: `pix.sandbox.local/v2/${randomUUID().replaceAll('-', '')}`,
    createdAt: efi.core.clock.now(),
    txid: null,
  })
}

/** The location with this loc.id; throws unless it exists and no charge uses it. */
export function freeLocation(efi: Efi, id: number): Location {
  const location = locationOf(efi, String(id))

  if (location.txid !== null)
    throw new EfiRefusal(
      400,
      {
        nome: 'valor_invalido',
        mensagem: 'A location informada já está associada a outra cobrança',
        bacen: 'CobOperacaoInvalida',
      },
      { caminho: 'cob.loc.id' },
    )

  return location
}

export function locationOf(efi: Efi, id: string): Location {
  const location = efi.locations.get(id)

  if (!location)
    throw new EfiRefusal(400, {
      nome: 'location_nao_encontrada',
      mensagem: 'Nenhuma location encontrada para o id informado',
      bacen: 'PayloadLocationNaoEncontrado',
    })

  return location
}

/**
 * DELETE /v2/loc/:id/txid: removes the charge from the location, which is then free; the charge
 * keeps its payments.
 */
export function unlinkLocation(efi: Efi, id: string): Location {
  return efi.locations.save({ ...locationOf(efi, id), txid: null })
}

export const locationReply = (one: Location) => ({
  id: one.number,
  location: one.location,
  tipoCob: 'cob' as const,
  criacao: isoInstant(one.createdAt),
  ...(one.txid === null ? {} : { txid: one.txid }),
})
