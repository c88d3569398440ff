import type { CryptoCoin } from '@chaveiro/contracts/limits'
import { useRef, useState } from 'react'
import { cpfProblem } from './cpf.ts'

/**
 * What a buyer fills in to pay. It outlives a payment, so that whoever comes back to it finds it as
 * it was.
 */
export function useOrderForm() {
  const [cpf, setCpf] = useState('')
  const [coin, setCoin] = useState<CryptoCoin>('USDT')
  const [termsAccepted, setTermsAccepted] = useState(false)
  const [asked, setAsked] = useState(false)
  const cpfField = useRef<HTMLInputElement>(null)
  const termsBox = useRef<HTMLInputElement>(null)

  /** Whether one may pay; leads to what is missing. */
  function isReady(needsCpf: boolean): boolean {
    if (needsCpf && cpfProblem(cpf)) {
      setAsked(true)
      cpfField.current?.focus()
      return false
    }
    if (!termsAccepted) termsBox.current?.focus()
    return termsAccepted
  }
  return {
    cpf,
    setCpf,
    coin,
    setCoin,
    termsAccepted,
    setTermsAccepted,
    asked,
    cpfField,
    termsBox,
    isReady,
  }
}
