import { useEffect, useState } from 'react'

/** Debounces a value: returns a new value after it has not changed for some milliseconds. */
export function useSettledValue<T>(value: T, milliseconds: number): T {
  const [settledValue, setSettledValue] = useState(value)

  useEffect(() => {
    const settleTimer = setTimeout(() => setSettledValue(value), milliseconds)
    return () => clearTimeout(settleTimer)
  }, [value, milliseconds])

  return settledValue
}
