import type { CryptoCoin } from '@chaveiro/contracts/limits'
import { useEffect, useRef, useState } from 'react'

import { useSession } from '../../../state/session.ts'
import { justJoined } from '../../shared/sign/just-joined.ts'
import { nameFrom } from '../../shared/sign/name-from.ts'
import { cpfProblem } from './cpf.ts'
import type { KeptCpf } from './use-kept-cpf.ts'

export type OrderForm = ReturnType<typeof useOrderForm>

/** The payer in a PIX call: the stored CPF, or a typed CPF that may be stored. */
export type PayerCpf = { useKeptCpf: true } | { cpf: string; keepCpf?: true }

/** The payer's CPF: the stored CPF, or a typed one, which may replace the stored CPF. */
function useCpf(stored: KeptCpf) {
  const [cpf, setCpf] = useState('')
  const [storesCpf, setStoresCpf] = useState(false)
  const [choice, setChoice] = useState<'kept' | 'typed' | 'back'>('kept')
  const cpfField = useRef<HTMLInputElement>(null)
  const { masked: kept } = stored
  const usesKept = kept !== null && choice !== 'typed'
  const usedKept = useRef(usesKept)

  // Switching to the field, by choice or because the CPF was removed elsewhere, focuses it.
  useEffect(() => {
    if (usedKept.current && !usesKept) cpfField.current?.focus()
    usedKept.current = usesKept
  }, [usesKept])

  const payerCpf: PayerCpf = usesKept
    ? { useKeptCpf: true }
    : { cpf, ...(storesCpf && { keepCpf: true }) }

  return {
    cpf,
    setCpf,
    cpfField: cpfField,
    remember: storesCpf,
    setRemember: setStoresCpf,
    kept,
    usesKept,
    isBack: choice === 'back',
    typeAnother: () => setChoice('typed'),
    takeKept: () => setChoice('back'),
    payer: payerCpf,

    /** To be called after a payment has opened: the stored CPF then replaces the field. */
    wasPaidWith(): void {
      if (!storesCpf || usesKept) return

      setStoresCpf(false)
      setChoice('kept')
      setCpf('')
      void stored.askAgain()
    },
  }
}

/** Name of an account that was just created without one, guessed from the email; otherwise null. */
function useName() {
  const { user } = useSession()
  const [name, setName] = useState(() =>
    justJoined.isUnnamed(user?.id) ? nameFrom(user?.email ?? '') : null,
  )
  const nameField = useRef<HTMLInputElement>(null)

  return { name, setName, nameField }
}

/**
 * Form values of the checkout; they survive a payment. The terms are already accepted for an order
 * with an open payment, and for an account that was created during this checkout.
 */
export function useOrderForm(stored: KeptCpf, hasAccepted: boolean) {
  const cpfState = useCpf(stored)
  const { user } = useSession()
  const nameState = useName()
  const [coin, setCoin] = useState<CryptoCoin>('USDT')
  const [termsAccepted, setTermsAccepted] = useState(hasAccepted || justJoined.has(user?.id))
  const [isAsked, setIsAsked] = useState(false)
  const termsBox = useRef<HTMLInputElement>(null)

  /** Whether the order may be paid; otherwise focuses the first field that is missing. */
  function isReady(needsCpf: boolean): boolean {
    if (nameState.name?.trim() === '') {
      setIsAsked(true)
      nameState.nameField.current?.focus()

      return false
    }

    if (needsCpf && !cpfState.usesKept && cpfProblem(cpfState.cpf)) {
      setIsAsked(true)
      cpfState.cpfField.current?.focus()

      return false
    }

    if (!termsAccepted) {
      setIsAsked(true)
      termsBox.current?.focus()
    }

    return termsAccepted
  }

  return {
    ...cpfState,
    ...nameState,
    coin,
    setCoin,
    termsAccepted,
    setTermsAccepted,
    asked: isAsked,
    termsBox,
    isReady,
  }
}
