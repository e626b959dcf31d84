"""What a provider's prompt cache does with one request after another, and what that costs: pure, in integers.

A provider keeps what it has computed for the beginning of a request. The next request gets that part at the
read price as far as the two begin alike, block for block; from the first difference on everything is computed
anew. So a policy that rewrites the beginning can cost more than it saves. Seven modules, one question each:

`rules.py`: what does this model charge, and from what length on does it cache?

    Rules(input_price, read_price, write_price, output_price, long_prices, minimum, step, lifetime_s, unit, source)
    rules(model: Model | None, **changes) -> Rules        # changes: any field of Rules but unit and source
    FRESH_TOKENS: Rules                                   # unknown model: one fresh token costs one unit

`prefix.py`: how far do two requests begin alike?

    Block(hash, tokens, kind="message", shape="")         # what a request is made of, in the order it is sent
    common_prefix(before, after, known=0) -> Prefix(blocks, tokens)

`billing.py`: what is read from the cache, what is written, what is neither, and what does it cost?

    bill(tokens, common, rules, gap_s=None) -> Bill(cached, written, fresh, cost)    # one request
    output_cost(tokens, input_tokens, rules) -> int
    cached_cost(m, w, r, n), plain_cost(length, n), break_even(m, w, r, length)      # M(w + (N-1)r) against N L

`prefix_cost.py`: does the beginning that all requests of a run share pay for being cached?

    prefix_cost(length, requests, rules) -> PrefixCost(length, cached, requests, ..., break_even) | None

`breaks.py`: why does the cache stop here?

    Request(blocks, tools=(), system=None, model="", settings="")
    find_break(before: Request, after: Request) -> Break | None
    cause(before: Request, after: Request, at: int) -> Break     # where the first differing block is known
    Break(cause, part, at)                                       # words in trimscope/words/caching.py

`gaps.py`: how long was it since the call before?

    call_gaps(transcript) -> (None, seconds, ...)         # one a call; `gap_s` of its bill

`requests.py`: and two requests that were recorded, not replayed?

    request_of(transcript, counts=None) -> Request        # for find_break
    shared_tokens(before: Request, after: Request) -> int # for bill

A replay that knows from its own steps how many blocks stayed gives `known` (or calls `cause` directly), so that
nothing is compared twice; the numbers are the same without.
"""
