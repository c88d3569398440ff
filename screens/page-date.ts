// A page's clock as a script that can be taken back: playwright's own belongs to the whole context,
// whose end takes the cached and compiled code of the pages with it.

type Hands = { moment: number; since: number; isHeld: boolean }

/** A script by which the page's clock shows a moment, and goes on from it unless it is held. */
export function clockScript(time: string | Date, isHeld = false): string {
  const hands: Hands = { moment: new Date(time).getTime(), since: Date.now(), isHeld }
  return `(${replaceDate})(${JSON.stringify(hands)})`
}

/** Runs in the page. */
function replaceDate({ moment, since, isHeld }: Hands): void {
  const window = globalThis as typeof globalThis & { machineDate?: DateConstructor }
  const Machine = (window.machineDate ??= Date)
  const now = () => (isHeld ? moment : moment + Machine.now() - since)

  const Shown = new Proxy(Machine, {
    construct: (target, given, type) =>
      Reflect.construct(target, given.length > 0 ? given : [now()], type),
    apply: (target) => new target(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  })

  Machine.prototype.constructor = Shown
  globalThis.Date = Shown
}
