import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'

import { loadTexts } from '../../../i18n/i18n.ts'
import { useLate } from '../../../routing/late.ts'
import { paths } from '../../../routing/paths.ts'
import { Glyph } from '../../../ui/glyph.tsx'
import { inputClass } from '../../../ui/input-class.ts'

/**
 * The search form of pages without results. It suggests products during typing and opens the
 * results page, also without scripts. The code of the suggestions loads with the first letter.
 */
export function SearchForm() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const inputRef = useRef<HTMLInputElement>(null)
  const [searchText, setSearchText] = useState('')
  const Suggestions = useLate(searchText !== '', async () => {
    const [module] = await Promise.all([import('./suggestions.tsx'), loadTexts('store')])
    return module.Suggestions
  })

  // The input is uncontrolled, because a visitor may type before hydration.
  useEffect(() => setSearchText(inputRef.current!.value), [])

  const clear = () => {
    inputRef.current!.value = ''
    setSearchText('')
  }

  return (
    <form
      role="search"
      action={paths.products}
      className="relative"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(paths.search(searchText))
        clear()
      }}
    >
      <Glyph
        name="search"
        size={18}
        className="pointer-events-none absolute inset-y-0 left-3 my-auto text-muted"
      />

      <input
        name="q"
        aria-label={t('nav.search')}
        placeholder={t('nav.searchHint')}
        ref={inputRef}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        className={`${inputClass} pl-10 text-sm`}
        onChange={(event) => setSearchText(event.target.value)}
      />

      {Suggestions && searchText && <Suggestions text={searchText} onLeave={clear} />}
    </form>
  )
}
