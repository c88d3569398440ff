import type { CryptoCoin } from '@chaveiro/contracts/limits'
import { useEffect, useRef, useState } from 'react'

import { useSession } from '../../../state/session.ts'
import { justJoined } from '../../shared/sign/just-joined.ts'
import { nameFrom } from '../../shared/sign/name-from.ts'
import { cpfProblem } from './cpf.ts'
import type { KeptCpf } from './use-kept-cpf.ts'

export type OrderForm = ReturnType<typeof useOrderForm>

/** How the order names its payer: by the CPF that the account keeps, or by one that is typed. */
export type PayerCpf = { useKeptCpf: true } | { cpf: string; keepCpf?: true }

/** The CPF of who pays: the kept one unless another is typed, which may be kept in its place. */
function useCpf(stored: KeptCpf) {
  const [cpf, setCpf] = useState('')
  const [remember, setRemember] = useState(false)
  const [choice, setChoice] = useState<'kept' | 'typed' | 'back'>('kept')
  const field = useRef<HTMLInputElement>(null)
  const { masked: kept } = stored
  const usesKept = kept !== null && choice !== 'typed'
  const used = useRef(usesKept)

  // Whoever changes it types next, and so does who learns that it was forgotten elsewhere.
  useEffect(() => {
    if (used.current && !usesKept) field.current?.focus()
    used.current = usesKept
  }, [usesKept])

  const payer: PayerCpf = usesKept
    ? { useKeptCpf: true }
    : { cpf, ...(remember ? { keepCpf: true } : {}) }

  return {
    cpf,
    setCpf,
    cpfField: field,
    remember,
    setRemember,
    kept,
    usesKept,
    isBack: choice === 'back',
    typeAnother: () => setChoice('typed'),
    takeKept: () => setChoice('back'),
    payer,

    /** A payment was opened: what was to be remembered is, and stands in place of its field. */
    wasPaidWith(): void {
      if (!remember || usesKept) return

      setRemember(false)
      setChoice('kept')
      setCpf('')
      void stored.askAgain()
    },
  }
}

/** The name of whose account was just made by the mail alone; null where it is known. */
function useName() {
  const { user } = useSession()
  const [name, setName] = useState(() =>
    justJoined.isUnnamed(user?.id) ? nameFrom(user?.email ?? '') : null,
  )
  const nameField = useRef<HTMLInputElement>(null)

  return { name, setName, nameField }
}

/**
 * What a buyer fills in to pay. It outlives a payment, so that whoever comes back to it finds it as
 * it was; the terms stay accepted for an order that a payment was opened for, and where the account was
 * made on the way here by accepting them.
 */
export function useOrderForm(stored: KeptCpf, hasAccepted: boolean) {
  const cpf = useCpf(stored)
  const { user } = useSession()
  const named = useName()
  const [coin, setCoin] = useState<CryptoCoin>('USDT')
  const [termsAccepted, setTermsAccepted] = useState(hasAccepted || justJoined.has(user?.id))
  const [asked, setAsked] = useState(false)
  const termsBox = useRef<HTMLInputElement>(null)

  /** Whether one may pay; leads to what is missing. */
  function isReady(needsCpf: boolean): boolean {
    if (named.name?.trim() === '') {
      setAsked(true)
      named.nameField.current?.focus()

      return false
    }

    if (needsCpf && !cpf.usesKept && cpfProblem(cpf.cpf)) {
      setAsked(true)
      cpf.cpfField.current?.focus()

      return false
    }

    if (!termsAccepted) termsBox.current?.focus()

    return termsAccepted
  }

  return {
    ...cpf,
    ...named,
    coin,
    setCoin,
    termsAccepted,
    setTermsAccepted,
    asked,
    termsBox,
    isReady,
  }
}
