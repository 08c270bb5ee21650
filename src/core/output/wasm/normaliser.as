// AssemblyScript, built into normaliser-code.ts by build/wasm/normaliser.mjs. The hot part of the normaliser: takes valid
// UTF-8 without C1 controls and appends it to the output buffer as plain lines, as long as the line only grows, is
// redrawn as plain ASCII, or is coloured. Whatever else comes is left to the caller: `process` stops before it.
// Every input byte makes at most one output byte. See byte-engine.ts for the layout of the memory.

const OPEN_LINE_BYTES: i32 = 16 * 1024
const MAX_PARAMETER_BYTES: i32 = 256

// The state, as words from address 0.
const LS: usize = 0 // where the open line begins
const CUR: usize = 4 // where text goes next: at most LEN
const LEN: usize = 8 // where the open line ends
const EVN: usize = 12 // how many style events there are
const ELS: usize = 16 // the first of them that belongs to the open line
const NEWLINES: usize = 20 // how many lines were completed
const SPILLED: usize = 24 // 1 when the front of the open line was handed on
const PLAIN: usize = 28 // 1 when the open line is known to be ASCII without tabs
const FG: usize = 32 // the style that text gets now, 16 bytes of which the last four are zero
const BG: usize = 36
const FLAGS: usize = 40
const REC: usize = 48 // the style as of the last event
const BASE: usize = 64 // the style before the first event
const ENCODED: usize = 80 // bytes that the last `encode` wrote

/** What a colour code does: 16 bytes of the style that it keeps, 16 bytes that it sets. */
const CODES: usize = 4096
const CODES_COUNT: i32 = 108

export const EVENTS: i32 = 1024 * 1024
export const ENCODE: i32 = 512 * 1024

const BOLD: i32 = 1
const DIM: i32 = 2
const ITALIC: i32 = 4
const UNDERLINE: i32 = 8
const STRIKE: i32 = 16
const INVERSE: i32 = 32
const HIDDEN: i32 = 64
const RGB: i32 = 0x1000000

// @ts-ignore: decorator
@inline
function eventAt(index: i32): usize {
  return <usize>EVENTS + ((<usize>index) << 4)
}

// @ts-ignore: decorator
@inline
function placeOf(index: i32): i32 {
  return load<i32>(eventAt(index), 12)
}

/** Fills the table of colour codes; called once. */
export function prepare(): void {
  for (let n = 0; n < CODES_COUNT; n++) {
    v128.store(FG, i32x4.splat(-1))
    attribute(n)
    const ones = v128.load(FG)
    v128.store(FG, i32x4.splat(0))
    attribute(n)
    const zeros = v128.load(FG)
    // What comes out of ones and of zeros alike is set; what differs is kept.
    v128.store(CODES + ((<usize>n) << 5), v128.xor(ones, zeros))
    v128.store(CODES + ((<usize>n) << 5), zeros, 16)
  }
  v128.store(FG, i32x4.splat(0))
}

/** Notes that the text at `at` has the present style. */
export function record(at: i32): void {
  const n = load<i32>(EVN)
  const style = v128.load(FG)
  v128.store(eventAt(n), i32x4.replace_lane(style, 3, at))
  v128.store(REC, style)
  store<i32>(EVN, n + 1)
}

/** Forgets the events at `at` and behind it. */
export function dropEvents(at: i32): void {
  let n = load<i32>(EVN)
  while (n > 0 && placeOf(n - 1) >= at) n--
  store<i32>(EVN, n)
  if (load<i32>(ELS) > n) store<i32>(ELS, n)
  v128.store(REC, n > 0 ? i32x4.replace_lane(v128.load(eventAt(n - 1)), 3, 0) : v128.load(BASE))
}

/** Moves everything from `from` on to `to` in the output buffer; what lies before `from` is forgotten. */
export function compact(from: i32, to: i32): void {
  const by = from - to
  memory.copy(to, from, load<i32>(LEN) - from)
  store<i32>(LS, load<i32>(LS) - by)
  store<i32>(CUR, load<i32>(CUR) - by)
  store<i32>(LEN, load<i32>(LEN) - by)
  const n = load<i32>(EVN)
  let first = 0
  while (first < n && placeOf(first) < from) first++
  if (first > 0) v128.store(BASE, i32x4.replace_lane(v128.load(eventAt(first - 1)), 3, 0))
  for (let i = first; i < n; i++) {
    const v = v128.load(eventAt(i))
    v128.store(eventAt(i - first), i32x4.replace_lane(v, 3, i32x4.extract_lane(v, 3) - by))
  }
  store<i32>(EVN, n - first)
  store<i32>(ELS, max(0, load<i32>(ELS) - first))
}

/** True when the open line is ASCII without tabs, so that one byte is one column. */
export function isPlain(): bool {
  if (load<i32>(PLAIN)) return true
  const end = load<i32>(LEN)
  for (let at = load<i32>(LS); at < end; at++) {
    const byte = load<u8>(at)
    if (byte >= 0x80 || byte == 9) return false
  }
  store<i32>(PLAIN, 1)
  return true
}

/** Ends the open line. */
export function newline(): void {
  const len = load<i32>(LEN)
  store<u8>(len, 10)
  store<i32>(LS, len + 1)
  store<i32>(CUR, len + 1)
  store<i32>(LEN, len + 1)
  store<i32>(ELS, load<i32>(EVN))
  store<i32>(NEWLINES, load<i32>(NEWLINES) + 1)
  store<i32>(SPILLED, 0)
  store<i32>(PLAIN, 0)
}

/** Erases from the cursor to the end of the line. */
export function eraseToEnd(): void {
  const cur = load<i32>(CUR)
  if (cur >= load<i32>(LEN)) return
  store<i32>(LEN, cur)
  dropEvents(cur)
}

/** Hands on the front of a line that is too long to be redrawn as a whole. */
export function spill(): void {
  let ls = load<i32>(LS)
  const len = load<i32>(LEN)
  while (len - ls >= OPEN_LINE_BYTES) {
    ls += OPEN_LINE_BYTES
    while (ls < len && (load<u8>(ls) & 0xc0) == 0x80) ls++
    store<i32>(SPILLED, 1)
    store<i32>(PLAIN, 0)
  }
  store<i32>(LS, ls)
  const n = load<i32>(EVN)
  let first = load<i32>(ELS)
  while (first < n && placeOf(first) < ls) first++
  store<i32>(ELS, first)
}

/** Normalises `[start, end)`; returns where it stopped. The caller has made room. */
export function process(start: i32, end: i32): i32 {
  let p = start
  let ls = load<i32>(LS)
  let cur = load<i32>(CUR)
  let len = load<i32>(LEN)
  let evn = load<i32>(EVN)
  let els = load<i32>(ELS)
  let lines = 0
  let plain = load<i32>(PLAIN)
  let style = v128.load(FG)
  let rec = v128.load(REC)
  const low = i8x16.splat(0x20)
  const lf = i8x16.splat(10)
  const tab = i8x16.splat(9)
  const del = i8x16.splat(0x7f)
  const lanes = i8x16(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
  while (p < end) {
    const c: u32 = load<u8>(p)
    if (c == 0x1b) {
      if (p + 8 < end && load<u8>(p, 1) == 0x5b) {
        // Codes of no, one or two digits, by far the most frequent ones.
        const a: u32 = load<u8>(p, 2)
        const b: u32 = load<u8>(p, 3)
        const n = a - 0x30
        if (a == 0x6d) {
          style = i32x4.splat(0)
          p += 3
          continue
        }
        if (n < 10) {
          if (b == 0x6d) {
            const code = CODES + ((<usize>n) << 5)
            style = v128.or(v128.and(style, v128.load(code)), v128.load(code, 16))
            p += 4
            continue
          }
          const m = b - 0x30
          const two = n * 10 + m
          if (m < 10 && load<u8>(p, 4) == 0x6d && two != 38 && two != 48) {
            const code = CODES + ((<usize>two) << 5)
            style = v128.or(v128.and(style, v128.load(code)), v128.load(code, 16))
            p += 5
            continue
          }
        }
      }
      if (p + 2 >= end || load<u8>(p, 1) != 0x5b) break
      const d: u32 = load<u8>(p, 2)
      if (d == 0x4b || (d == 0x30 && p + 3 < end && load<u8>(p, 3) == 0x4b)) {
        if (cur < len) {
          len = cur
          if (evn > els) {
            store<i32>(EVN, evn)
            store<i32>(ELS, els)
            dropEvents(cur)
            evn = load<i32>(EVN)
            rec = v128.load(REC)
          }
        }
        p += d == 0x4b ? 3 : 4
        continue
      }
      let q = p + 2
      const limit = min(end, p + MAX_PARAMETER_BYTES)
      while (q < limit && load<u8>(q) >= 0x30 && load<u8>(q) <= 0x3b) q++
      if (q >= limit || load<u8>(q) != 0x6d) break
      v128.store(FG, style)
      colours(p + 2, q)
      style = v128.load(FG)
      p = q + 1
      continue
    }
    if (c == 10) {
      store<u8>(len, 10)
      store<i32>(SPILLED, 0)
      len++
      ls = len
      cur = len
      els = evn
      lines++
      plain = 0
      p++
      continue
    }
    if (c == 13) {
      cur = ls
      p++
      continue
    }
    if (c == 0x7f || (c < 0x20 && c != 9)) break
    if (cur == len) {
      if (v128.any_true(v128.xor(style, rec))) {
        v128.store(eventAt(evn), i32x4.replace_lane(style, 3, len))
        evn++
        rec = style
      }
      const before = lines
      let stopped = false
      while (p + 16 <= end) {
        const v = v128.load(p)
        v128.store(len, v)
        const below = i8x16.lt_u(v, low)
        const bits = i8x16.bitmask(v128.or(below, i8x16.eq(v, del)))
        if (!bits) {
          p += 16
          len += 16
          continue
        }
        const lineMask = i8x16.bitmask(i8x16.eq(v, lf))
        const odd = bits & ~(lineMask | i8x16.bitmask(i8x16.eq(v, tab)))
        const k = ctz(odd | 0x10000)
        const lineBits = lineMask & ((1 << k) - 1)
        if (lineBits) {
          lines += popcnt(lineBits)
          ls = len + 32 - clz(lineBits)
        }
        p += k
        len += k
        if (odd) {
          stopped = true
          break
        }
      }
      if (!stopped) {
        while (p < end) {
          const b: u32 = load<u8>(p)
          if ((b < 0x20 && b != 9 && b != 10) || b == 0x7f) break
          store<u8>(len, b)
          p++
          len++
          if (b == 10) {
            lines++
            ls = len
          }
        }
      }
      cur = len
      plain = 0
      if (lines != before) {
        els = evn
        store<i32>(SPILLED, 0)
      }
    } else {
      // Over plain text of one style; everything else needs columns.
      if (c >= 0x80 || c == 9 || evn != els || v128.any_true(v128.xor(style, rec))) break
      if (!plain) {
        store<i32>(LS, ls)
        store<i32>(LEN, len)
        store<i32>(PLAIN, 0)
        if (!isPlain()) break
        plain = 1
      }
      for (;;) {
        // Lanes that are no plain ASCII: negative or below the blank, or DEL. Behind the end lies nothing of ours.
        const v = v128.load(p)
        const stop = v128.or(i8x16.lt_s(v, low), i8x16.eq(v, del))
        let k = ctz(i8x16.bitmask(stop) | 0x10000)
        if (k > end - p) k = end - p
        const mask = i8x16.lt_s(lanes, i8x16.splat(<i8>k))
        v128.store(cur, v128.bitselect(v, v128.load(cur), mask))
        cur += k
        p += k
        if (k < 16 || p >= end) break
      }
      if (cur > len) len = cur
    }
    if (len - ls >= OPEN_LINE_BYTES) {
      store<i32>(LS, ls)
      store<i32>(LEN, len)
      store<i32>(EVN, evn)
      store<i32>(ELS, els)
      spill()
      ls = load<i32>(LS)
      els = load<i32>(ELS)
      plain = 0
    }
  }
  store<i32>(LS, ls)
  store<i32>(CUR, cur)
  store<i32>(LEN, len)
  store<i32>(EVN, evn)
  store<i32>(ELS, els)
  store<i32>(NEWLINES, load<i32>(NEWLINES) + lines)
  store<i32>(PLAIN, plain)
  v128.store(FG, style)
  v128.store(REC, rec)
  return p
}

/** Applies the parameters `[p, end)` of one colour sequence: digits, semicolons and colons. */
export function colours(start: i32, end: i32): void {
  let p = start
  for (;;) {
    let n = 0
    while (p < end && load<u8>(p) < 0x3a) {
      n = min(n * 10 + load<u8>(p) - 0x30, 99999)
      p++
    }
    if (n == 38 || n == 48) {
      p = colour(p, end, n == 38 ? FG : BG)
    } else if (p < end && load<u8>(p) == 0x3a) {
      // `4:3` is a kind of underline, `4:0` none; other sub-parameters mean nothing here.
      let sub = 0
      p++
      while (p < end && load<u8>(p) != 0x3b) {
        if (load<u8>(p) < 0x3a) sub = min(sub * 10 + load<u8>(p) - 0x30, 99999)
        p++
      }
      if (n == 4) attribute(sub == 0 ? 24 : 4)
    } else {
      attribute(n)
    }
    if (p >= end) return
    p++
  }
}

/** The rest of an extended colour: `;5;n`, `;2;r;g;b`, or with colons, there with an optional colour space. */
function colour(start: i32, end: i32, field: usize): i32 {
  let p = start
  let count = 0
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  let e = 0
  const hasColons = p < end && load<u8>(p) == 0x3a
  const separator: u32 = hasColons ? 0x3a : 0x3b
  let wanted = hasColons ? 99 : 1
  while (p < end && <u32>load<u8>(p) == separator && count < wanted) {
    p++
    let n = 0
    while (p < end && load<u8>(p) < 0x3a) {
      n = min(n * 10 + load<u8>(p) - 0x30, 99999)
      p++
    }
    if (count == 0) {
      a = n
      if (!hasColons) wanted = n == 5 ? 2 : n == 2 ? 4 : 1
    } else if (count == 1) b = n
    else if (count == 2) c = n
    else if (count == 3) d = n
    else if (count == 4) e = n
    count++
  }
  if (a == 5 && count >= 2 && b < 256) store<i32>(field, b + 1)
  else if (a == 2 && count == 4) store<i32>(field, RGB | ((b & 255) << 16) | ((c & 255) << 8) | (d & 255))
  else if (a == 2 && count >= 5) store<i32>(field, RGB | ((c & 255) << 16) | ((d & 255) << 8) | (e & 255))
  return p
}

function attribute(n: i32): void {
  if (n >= 30 && n <= 37) store<i32>(FG, n - 29)
  else if (n == 0) {
    store<i32>(FG, 0)
    store<i32>(BG, 0)
    store<i32>(FLAGS, 0)
  } else if (n == 39) store<i32>(FG, 0)
  else if (n < 30) {
    let flags = load<i32>(FLAGS)
    switch (n) {
      case 1: flags |= BOLD; break
      case 2: flags |= DIM; break
      case 3: flags |= ITALIC; break
      case 4:
      case 21: flags |= UNDERLINE; break
      case 7: flags |= INVERSE; break
      case 8: flags |= HIDDEN; break
      case 9: flags |= STRIKE; break
      case 22: flags &= ~(BOLD | DIM); break
      case 23: flags &= ~ITALIC; break
      case 24: flags &= ~UNDERLINE; break
      case 27: flags &= ~INVERSE; break
      case 28: flags &= ~HIDDEN; break
      case 29: flags &= ~STRIKE; break
    }
    store<i32>(FLAGS, flags)
  } else if (n >= 40 && n <= 47) store<i32>(BG, n - 39)
  else if (n == 49) store<i32>(BG, 0)
  else if (n >= 90 && n <= 97) store<i32>(FG, n - 81)
  else if (n >= 100 && n <= 107) store<i32>(BG, n - 91)
}

/**
 * Writes the events `[from, to)` as bytes of the style record, as many as fit into `space`: the distance from the one
 * before, then the style. Returns how many were written; ENCODED says how many bytes that made.
 */
export function encode(from: i32, to: i32, before: i32, space: i32): i32 {
  let out: usize = ENCODE
  const end: usize = <usize>ENCODE + <usize>space
  let last = before
  let i = from
  // The longest event: 5 bytes of distance, 1 for what follows, twice 3 for colours, 1 for flags.
  while (i < to && out + 13 <= end) {
    const event = eventAt(i)
    const at = load<i32>(event, 12)
    let distance = <u32>(at - last)
    last = at
    // Most events: near, one of the palette or no colour, no background. Without branches: they cannot be foretold.
    if (load<i32>(event, 4) == 0 && distance < 0x80 && load<i32>(event) < RGB) {
      const fg = load<i32>(event)
      const flags = load<i32>(event, 8)
      const hasColour: usize = fg != 0 ? 1 : 0
      const hasFlags: usize = flags != 0 ? 1 : 0
      store<u8>(out, distance)
      store<u8>(out, hasColour | (hasFlags << 4), 1)
      store<u8>(out, fg - 1, 2)
      out += 2 + hasColour
      store<u8>(out, flags)
      out += hasFlags
      i++
      continue
    }
    while (distance >= 0x80) {
      store<u8>(out++, (distance & 0x7f) | 0x80)
      distance >>= 7
    }
    store<u8>(out++, distance)
    const fg = load<i32>(event)
    const bg = load<i32>(event, 4)
    const flags = load<i32>(event, 8)
    const fgKind = fg == 0 ? 0 : fg < RGB ? 1 : 2
    const bgKind = bg == 0 ? 0 : bg < RGB ? 1 : 2
    store<u8>(out++, fgKind | (bgKind << 2) | (flags ? 16 : 0))
    if (fgKind == 1) store<u8>(out++, fg - 1)
    else if (fgKind == 2) {
      store<u8>(out++, fg >> 16)
      store<u8>(out++, fg >> 8)
      store<u8>(out++, fg)
    }
    if (bgKind == 1) store<u8>(out++, bg - 1)
    else if (bgKind == 2) {
      store<u8>(out++, bg >> 16)
      store<u8>(out++, bg >> 8)
      store<u8>(out++, bg)
    }
    if (flags) store<u8>(out++, flags)
    i++
  }
  store<i32>(ENCODED, <i32>(out - <usize>ENCODE))
  return i - from
}
