import { describe, expect, it } from 'vitest'
import { describeFailure, type FailureContext, NamedFailure } from './failures'

const NOW = Date.UTC(2025, 0, 1, 12, 0, 0)
const context = (change: Partial<FailureContext> = {}): FailureContext => ({
  server: 'Fake',
  secrets: [],
  now: NOW,
  responded: false,
  ...change,
})

/** An HTTP answer as the provider packages throw it. */
function answer(statusCode: number, body: unknown, responseHeaders: Record<string, string> = {}): Error {
  const responseBody = typeof body === 'string' ? body : JSON.stringify(body)
  return Object.assign(new Error('Bad answer'), {
    name: 'AI_APICallError',
    statusCode,
    responseBody,
    responseHeaders,
  })
}

function network(code: string, more: object = {}): Error {
  const cause = Object.assign(new Error(`connect ${code}`), { code, ...more })
  return Object.assign(new Error('Cannot connect to API', { cause }), {
    statusCode: undefined,
    responseBody: undefined,
  })
}

describe('describeFailure', () => {
  it.each<[string, number, unknown, string, boolean]>([
    ['a wrong key', 401, { error: { message: 'Incorrect API key', code: 'invalid_api_key' } }, 'auth', false],
    ['a forbidden region', 403, { error: { message: 'Country not supported' } }, 'auth', false],
    [
      'OpenAI without the model',
      404,
      { error: { message: 'The model `gpt-9` does not exist', code: 'model_not_found' } },
      'model-missing',
      false,
    ],
    [
      'Ollama without the model',
      404,
      { error: 'model "llama3.2:3b" not found, try pulling it first' },
      'model-missing',
      false,
    ],
    [
      'Ollama through its OpenAI endpoint',
      404,
      { error: { message: "model 'qwen2.5' not found", type: 'api_error' } },
      'model-missing',
      false,
    ],
    [
      'Anthropic without the model',
      404,
      { type: 'error', error: { type: 'not_found_error', message: 'model: claude-x' } },
      'model-missing',
      false,
    ],
    [
      'LM Studio with nothing loaded',
      400,
      { error: { message: 'No models loaded. Please load a model.' } },
      'model-missing',
      false,
    ],
    ['a wrong address', 404, '404 page not found', 'protocol', false],
    [
      'OpenAI with a long context',
      400,
      {
        error: {
          message: "This model's maximum context length is 8192 tokens",
          code: 'context_length_exceeded',
        },
      },
      'window-too-small',
      false,
    ],
    [
      'Anthropic with a long context',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 210000 tokens > 200000 maximum',
        },
      },
      'window-too-small',
      false,
    ],
    [
      'llama.cpp with a long context',
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
        },
      },
      'window-too-small',
      false,
    ],
    [
      'vLLM with a long context',
      400,
      { object: 'error', message: "This model's maximum context length is 4096 tokens." },
      'window-too-small',
      false,
    ],
    [
      'Anthropic with a large body',
      413,
      { type: 'error', error: { type: 'request_too_large', message: 'Request too large' } },
      'window-too-small',
      false,
    ],
    [
      'a model without tools',
      400,
      { error: { message: 'registry.ollama.ai/library/gemma:2b does not support tools' } },
      'invalid-request',
      false,
    ],
    ['FastAPI validation', 422, { detail: 'bad field' }, 'invalid-request', false],
    ['a rate limit', 429, { error: { message: 'Rate limit reached' } }, 'rate-limit', true],
    [
      'a used-up budget',
      429,
      { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
      'rate-limit',
      false,
    ],
    ['an internal error', 500, 'Internal Server Error', 'overloaded', true],
    ['a gateway error', 502, '<html><title>Bad Gateway</title></html>', 'overloaded', true],
    [
      'a model that is loading',
      503,
      { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
      'overloaded',
      true,
    ],
    [
      'overload at Anthropic',
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      'overloaded',
      true,
    ],
    ['not implemented', 501, 'no', 'invalid-request', false],
  ])('names %s (A-159, A-162, A-164)', (_what, status, body, code, retryable) => {
    const found = describeFailure(answer(status, body), context())
    expect({ code: found.failure.code, retryable: found.retryable, status: found.failure.status }).toEqual({
      code,
      retryable,
      status,
    })
  })

  it.each([
    ['ECONNREFUSED', 'connection refused (127.0.0.1:11434)'],
    ['ECONNRESET', 'the connection was reset (127.0.0.1:11434)'],
    ['ETIMEDOUT', 'the connection timed out (127.0.0.1:11434)'],
    ['EHOSTUNREACH', 'the host cannot be reached (127.0.0.1:11434)'],
  ])('calls %s before an answer unreachable, and worth another try (A-159, A-162)', (code, detail) => {
    const found = describeFailure(network(code, { address: '127.0.0.1', port: 11434 }), context())
    expect(found).toEqual({
      failure: { code: 'unreachable', server: 'Fake', detail, status: null },
      retryable: true,
      retryAfterMs: null,
    })
  })

  it('reads a host name that does not exist (A-159)', () => {
    const found = describeFailure(network('ENOTFOUND', { hostname: 'llm.example' }), context())
    expect(found.failure).toMatchObject({
      code: 'unreachable',
      detail: 'the host name is unknown (llm.example)',
    })
  })

  it('reads refusals of several addresses of one name (A-159)', () => {
    const refused = (address: string) =>
      Object.assign(new Error(), { code: 'ECONNREFUSED', address, port: 1234 })
    const both = new AggregateError([refused('::1'), refused('127.0.0.1')])
    const found = describeFailure(new Error('Cannot connect', { cause: both }), context())
    expect(found.failure).toMatchObject({ code: 'unreachable', detail: 'connection refused ([::1]:1234)' })
  })

  it('calls a connection that breaks inside an answer interrupted (A-080)', () => {
    const found = describeFailure(network('ECONNRESET'), context({ responded: true }))
    expect(found).toMatchObject({ failure: { code: 'interrupted' }, retryable: true })
  })

  it('does not retry a certificate that is not trusted', () => {
    const found = describeFailure(network('DEPTH_ZERO_SELF_SIGNED_CERT'), context())
    expect(found).toMatchObject({ failure: { code: 'unreachable' }, retryable: false })
  })

  it('does not retry an address that speaks no HTTP', () => {
    const found = describeFailure(network('HPE_INVALID_CONSTANT'), context())
    expect(found).toMatchObject({ failure: { code: 'protocol' }, retryable: false })
  })

  it.each([
    [{ 'retry-after': '7' }, 7000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Wed, 01 Jan 2025 12:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Wed, 01 Jan 2025 11:00:00 GMT' }, 0],
    [{ 'retry-after-ms': '1500', 'retry-after': '2' }, 1500],
    [{ 'retry-after': 'soon' }, null],
    [{ 'retry-after': '-3' }, null],
    [{}, null],
  ])('reads how long a server asks to wait from %j (A-162)', (headers, expected) => {
    expect(describeFailure(answer(429, 'x', headers as Record<string, string>), context()).retryAfterMs).toBe(
      expected,
    )
  })

  it('hides keys that a provider repeats, whole, starred or in a header (A-160)', () => {
    const secret = 'very-secret-value'
    const body = `Bad key ${secret}; sk-proj-abcdefghijkl; sk-ant-****wxyz; Bearer abc.def.ghi.jkl`
    const { detail } = describeFailure(answer(401, body), context({ secrets: [secret, 'x'] })).failure
    expect(detail).toBe('Bad key [hidden]; [hidden]; [hidden]; [hidden]')
  })

  it('keeps ordinary words when a placeholder serves as key (A-160)', () => {
    const { detail } = describeFailure(
      answer(400, 'ollama is busy'),
      context({ secrets: ['ollama'] }),
    ).failure
    expect(detail).toBe('ollama is busy')
  })

  it('bounds the words of a provider and removes markup', () => {
    const { detail } = describeFailure(
      answer(502, `<html><style>a{}</style>${'word '.repeat(500)}</html>`),
      context(),
    ).failure
    expect(detail.length).toBeLessThanOrEqual(500)
    expect(detail).toMatch(/^word word/)
  })

  it.each([
    [{ type: 'overloaded_error', message: 'Overloaded' }, 'overloaded', true],
    [{ type: 'api_error', message: 'Internal' }, 'overloaded', true],
    [{ type: 'rate_limit_error', message: 'slow down' }, 'rate-limit', true],
    [{ message: 'ran out of context window', type: 'x' }, 'window-too-small', false],
    [{ type: 'invalid_request_error', message: 'no' }, 'invalid-request', false],
    [{ code: 503, message: 'busy' }, 'overloaded', true],
    ['something odd', 'unknown', false],
  ])('reads the error object %j inside a stream (A-079)', (error, code, retryable) => {
    expect(describeFailure(error, context({ responded: true }))).toMatchObject({
      failure: { code },
      retryable,
    })
  })

  it('passes failures on that our own code named', () => {
    const found = describeFailure(
      new Error('wrapped', { cause: new NamedFailure('silent', 'Nothing came.', false) }),
      context(),
    )
    expect(found).toEqual({
      failure: { code: 'silent', server: 'Fake', detail: 'Nothing came.', status: null },
      retryable: false,
      retryAfterMs: null,
    })
  })

  it('does not run round in a ring of causes', () => {
    const ring: Error & { cause?: unknown } = new Error('ring')
    ring.cause = ring
    expect(describeFailure(ring, context()).failure).toMatchObject({ code: 'unknown', detail: 'ring' })
  })
})
