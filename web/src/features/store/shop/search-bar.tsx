import { Search as Glass, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { IconButton } from '../../../ui/button.tsx'
import { inputClass } from '../../../ui/input-class.ts'
import { useSettledValue } from '../search/settled-value.ts'
import { useSearch } from './search-state.ts'

/**
 * Search text. It is written to the URL after a pause. A change of the URL from outside (back,
 * reset) appears in the field at once.
 */
function useSearchText() {
  const { search, change } = useSearch()
  const [searchText, setSearchText] = useState(search.q)
  const lastWritten = useRef(search.q)
  const settledText = useSettledValue(searchText, 250)

  useEffect(() => {
    if (search.q !== lastWritten.current) {
      lastWritten.current = search.q
      setSearchText(search.q)
    }
  }, [search.q])

  useEffect(() => {
    if (settledText === searchText && settledText !== lastWritten.current) {
      lastWritten.current = settledText
      change({ q: settledText })
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only a settled text goes to the address
  }, [settledText])

  const changeText = (next: string) => {
    setSearchText(next)
    if (next === '') {
      lastWritten.current = ''
      change({ q: '' })
    }
  }

  return { words: searchText, type: changeText, ask: () => change({ q: searchText }) }
}

/** Search field of the shop. Enter searches at once, Escape clears. */
export function SearchBar() {
  const { t } = useTranslation(['store', 'common'])
  const { words: searchText, type: changeText, ask } = useSearchText()
  const inputRef = useRef<HTMLInputElement>(null)

  const clearText = () => {
    changeText('')
    inputRef.current?.focus()
  }

  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        ask()
      }}
      className="relative"
    >
      <Glass
        size={18}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted"
      />

      <input
        ref={inputRef}
        name="q"
        aria-label={t('common:nav.search')}
        placeholder={t('common:nav.searchHint')}
        value={searchText}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        className={`${inputClass} pr-11 pl-10 text-sm`}
        onChange={(event) => changeText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && searchText) clearText()
        }}
      />

      {searchText && (
        <IconButton
          label={t('search.clear')}
          onClick={clearText}
          className="absolute inset-y-0 right-0 text-muted"
        >
          <X size={18} aria-hidden />
        </IconButton>
      )}
    </form>
  )
}
