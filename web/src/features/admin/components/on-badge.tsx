import { Badge } from '../../../ui/badge.tsx'

/** State of something that is either on or off, for example on sale: green when on. */
export function OnBadge({ isOn, on, off }: { isOn: boolean; on: string; off: string }) {
  if (isOn) return <Badge tone="good">{on}</Badge>

  return <Badge>{off}</Badge>
}
