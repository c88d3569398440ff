import { Search as Glass, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '../../../ui/button.tsx'
import { inputClass } from '../../../ui/field.tsx'
import { useSearch, useStill } from './search-state.ts'

/**
 * The words, typed here and told to the address once they have been still for a moment; a change
 * from outside (back, reset) shows at once.
 */
function useWords() {
  const { search, change } = useSearch()
  const [words, setWords] = useState(search.q)
  const told = useRef(search.q)
  const still = useStill(words, 250)

  useEffect(() => {
    if (search.q !== told.current) {
      told.current = search.q
      setWords(search.q)
    }
  }, [search.q])

  useEffect(() => {
    if (still === words && still !== told.current) {
      told.current = still
      change({ q: still })
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only words that came to rest are told
  }, [still])

  const type = (next: string) => {
    setWords(next)
    if (next === '') {
      told.current = ''
      change({ q: '' })
    }
  }

  return { words, type, ask: () => change({ q: words }) }
}

/** Where the shop is searched by words. Enter asks at once, Escape clears. */
export function SearchBar() {
  const { t } = useTranslation('store')
  const { words, type, ask } = useWords()
  const field = useRef<HTMLInputElement>(null)

  const clear = () => {
    type('')
    field.current?.focus()
  }

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
      className="relative max-w-xl"
    >
      <Glass
        size={18}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted"
      />

      <input
        ref={field}
        name="q"
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={words}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        className={`${inputClass} px-11`}
        onChange={(event) => type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && words) clear()
        }}
      />

      {words && (
        <IconButton
          label={t('search.clear')}
          onClick={clear}
          className="absolute inset-y-0 right-0 text-muted"
        >
          <X size={18} aria-hidden />
        </IconButton>
      )}
    </form>
  )
}
