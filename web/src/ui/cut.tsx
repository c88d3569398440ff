import { cutPath } from '@chaveiro/contracts/cut'

/** A decorative line of 108 px whose lower edge is the cut of an id. */
export function Cut({ id }: { id: string }) {
  return (
    <svg viewBox="0 0 108 12" width="108" height="12" aria-hidden className="fill-accent">
      <path d={`${cutPath(id, { width: 108, height: 9 })}V0H0Z`} transform="translate(0 3)" />
      <path d="M0 0h108v3H0z" />
    </svg>
  )
}
