// A clock that a test can remove from its page. Playwright's clock belongs to the whole browser
// context, and closing the context loses the pages' cached and compiled code.

type Hands = { moment: number; since: number; isHeld: boolean }

/** A script that sets the page's clock to a moment; time goes on from there unless `isHeld`. */
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
