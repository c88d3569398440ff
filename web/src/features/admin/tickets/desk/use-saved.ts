import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { adminApi } from 'virtual:admin-api'

import { ask } from '../../../../api/queries.ts'
import { currentLanguage } from '../../../../i18n/language.ts'
import type { FullTicket, SavedReply } from '../../shared/rows.ts'
import { fillPlaceholders, matchingReplies, slashBefore, replyText } from './saved.ts'

type Box = RefObject<HTMLTextAreaElement | null>

const useReplyContext = (id: string) =>
  useQuery(ask(adminApi.supportDesk.context, { params: { id } })).data

/** Inserts a slash at a position, with a space after a preceding word. */
function withSlash(text: string, at: number): { text: string; caret: number } {
  const slashText = at === 0 || /\s$/.test(text.slice(0, at)) ? '/' : ' /'

  return { text: text.slice(0, at) + slashText + text.slice(at), caret: at + slashText.length }
}

/** The next cursor position, applied once the text with the inserted reply has rendered. */
function useCursorAfter(box: Box, text: string) {
  const cursorAfter = useRef<number | null>(null)

  useEffect(() => {
    if (cursorAfter.current === null) return

    box.current?.setSelectionRange(cursorAfter.current, cursorAfter.current)
    cursorAfter.current = null
  }, [box, text])

  return cursorAfter
}

/**
 * Saved replies for a slash in the reply box, in the customer's language. Arrows move, Enter
 * inserts, Escape closes.
 */
export function useSavedReplies(
  ticket: FullTicket,
  box: Box,
  text: string,
  write: (text: string) => void,
) {
  const elementId = useId()
  const [caret, setCaret] = useState(0)
  const [pointedIndex, setPointedIndex] = useState(0)
  /** Position of the slash that was dismissed by Escape. */
  const [dismissedSlash, setDismissedSlash] = useState<number | null>(null)
  const cursorAfter = useCursorAfter(box, text)
  const savedReplies = useQuery(ask(adminApi.supportDesk.replies)).data?.replies
  const context = useReplyContext(ticket.ticketId)
  const openSlash = slashBefore(text, Math.min(caret, text.length))
  const foundReplies =
    openSlash && savedReplies ? matchingReplies(savedReplies, openSlash.query) : []
  const isListOpen =
    openSlash !== null &&
    openSlash.from !== dismissedSlash &&
    (foundReplies.length > 0 || (!openSlash.query && !!savedReplies))
  const chosenIndex = Math.min(pointedIndex, foundReplies.length - 1)

  function trackCaret(): void {
    const textArea = box.current
    if (!textArea) return

    setCaret(textArea.selectionStart)
    // Once the slash is gone, the next one opens the list again.
    if (!slashBefore(textArea.value, textArea.selectionStart)) setDismissedSlash(null)
  }

  function putText(next: string, end: number): void {
    cursorAfter.current = end
    setCaret(end)
    write(next)
    box.current?.focus()
  }

  function insertReply(reply: SavedReply): void {
    if (!openSlash) return

    const filledReply = fillPlaceholders(
      replyText(reply, context?.customer.language ?? currentLanguage()),
      {
        name: ticket.userName,
        order: ticket.order?.number,
      },
    )

    setPointedIndex(0)
    putText(
      text.slice(0, openSlash.from) + filledReply + text.slice(caret),
      openSlash.from + filledReply.length,
    )
  }

  /** The button opens the list by typing a slash. */
  function typeSlash(): void {
    const end = box.current?.selectionEnd ?? text.length
    const typed = withSlash(text, end)
    setDismissedSlash(null)
    setPointedIndex(0)
    putText(typed.text, typed.caret)
  }

  /** Returns whether the key was used by the list. */
  function handleKey(event: KeyboardEvent): boolean {
    if (!isListOpen) return false

    const indexStep = { ArrowDown: 1, ArrowUp: -1 }[event.key]

    if (event.key === 'Escape') setDismissedSlash(openSlash.from)
    else if (indexStep && foundReplies.length)
      setPointedIndex((chosenIndex + indexStep + foundReplies.length) % foundReplies.length)
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && foundReplies[chosenIndex])
      insertReply(foundReplies[chosenIndex])
    else return false

    event.preventDefault()
    event.stopPropagation()

    return true
  }

  return {
    id: elementId,
    isOpen: isListOpen,
    replies: foundReplies,
    chosenIndex,
    insertReply,
    typeSlash,
    handleKey,
    trackCaret,
  }
}

export type Saved = ReturnType<typeof useSavedReplies>
