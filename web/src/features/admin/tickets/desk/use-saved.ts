import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import type { FullTicket, SavedReply } from '../../shared/rows.ts'
import { filled, matching, slashBefore, textIn } from './saved.ts'

type Box = RefObject<HTMLTextAreaElement | null>

/**
 * The saved replies that a slash in the reply box asks for: arrows move, Enter puts one in, Escape
 * goes on typing. They come in the customer's language.
 */
export function useSaved(
  ticket: FullTicket,
  box: Box,
  text: string,
  write: (text: string) => void,
) {
  const id = useId()
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  /** The slash that was sent away by Escape. */
  const [left, setLeft] = useState<number | null>(null)
  const after = useRef<number | null>(null)
  const replies = useQuery(ask(adminApi.supportDesk.replies)).data?.replies
  const params = { id: ticket.ticketId }
  const language = useQuery(ask(adminApi.supportDesk.context, { params })).data?.customer.language
  const slash = slashBefore(text, Math.min(caret, text.length))
  const found = slash && replies ? matching(replies, slash.query) : []
  const isOpen =
    slash !== null && slash.from !== left && (found.length > 0 || (!slash.query && !!replies))
  const chosen = Math.min(at, found.length - 1)

  // What was put in ends where one goes on typing.
  useEffect(() => {
    if (after.current === null) return

    box.current?.setSelectionRange(after.current, after.current)
    after.current = null
  }, [box, text])

  function track(): void {
    const area = box.current
    if (!area) return

    setCaret(area.selectionStart)
    // Where no slash stands any more, the next one asks again.
    if (!slashBefore(area.value, area.selectionStart)) setLeft(null)
  }

  function put(next: string, end: number): void {
    after.current = end
    setCaret(end)
    write(next)
    box.current?.focus()
  }

  function insert(reply: SavedReply): void {
    if (!slash) return

    const given = filled(textIn(reply, language ?? currentLanguage()), {
      name: ticket.userName,
      order: ticket.order?.number,
    })

    setAt(0)
    put(text.slice(0, slash.from) + given + text.slice(caret), slash.from + given.length)
  }

  /** The button types the slash. */
  function type(): void {
    const end = box.current?.selectionEnd ?? text.length
    const slashed = end === 0 || /\s$/.test(text.slice(0, end)) ? '/' : ' /'
    setLeft(null)
    setAt(0)
    put(text.slice(0, end) + slashed + text.slice(end), end + slashed.length)
  }

  /** Whether a key was meant for the replies. */
  function press(event: KeyboardEvent): boolean {
    if (!isOpen) return false

    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]

    if (event.key === 'Escape') setLeft(slash.from)
    else if (step && found.length) setAt((chosen + step + found.length) % found.length)
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && found[chosen])
      insert(found[chosen])
    else return false

    event.preventDefault()
    event.stopPropagation()

    return true
  }

  return { id, isOpen, found, chosen, insert, ask: type, press, track }
}

export type Saved = ReturnType<typeof useSaved>
