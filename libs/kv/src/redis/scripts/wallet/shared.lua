-- Put before every wallet script.
-- wallet: version, base, frozen, held and, per token, version:<id>, remain:<id>, held:<id>. Without base or remain
--         the balance is not loaded and its version is only the least one to accept. ticket: given with cold answers.
-- holds:  <hold id> -> "tokenId total journaled spent closed expiresAt"
-- expiry: ids of the open holds by expiresAt
local wallet, holds, expiry = KEYS[1], KEYS[2], KEYS[3]

-- A balance on which nothing is held is forgotten after a week without use; it can be loaded again.
local IDLE_SECONDS = 604800

local function read_hold(id)
  local line = redis.call('HGET', holds, id)
  if not line then
    return nil
  end
  local token, total, journaled, spent, closed, expires = string.match(line, '^(%S+) (%S+) (%S+) (%S+) (%S+) (%S+)$')
  local hold = {
    id = id,
    token = token,
    total = tonumber(total),
    journaled = tonumber(journaled),
    spent = tonumber(spent),
    closed = closed == '1',
    expires = tonumber(expires),
  }
  hold.held = hold.total - hold.journaled
  return hold
end

local function add_held(field, change)
  if redis.call('HINCRBY', wallet, field, text(change)) == 0 then
    redis.call('HDEL', wallet, field)
  end
end

-- The one place where holds are stored, so that the sums of user and token change with them.
local function write_hold(hold)
  local held = hold.total - hold.journaled
  if held ~= hold.held then
    add_held('held', held - hold.held)
    add_held('held:' .. hold.token, held - hold.held)
  end
  if hold.closed and held == 0 then
    redis.call('HDEL', holds, hold.id)
    redis.call('ZREM', expiry, hold.id)
    return
  end
  local closed = hold.closed and '1' or '0'
  local figures = { hold.token, text(hold.total), text(hold.journaled), text(hold.spent), closed, text(hold.expires) }
  redis.call('HSET', holds, hold.id, table.concat(figures, ' '))
  if hold.closed then
    redis.call('ZREM', expiry, hold.id)
  else
    redis.call('ZADD', expiry, text(hold.expires), hold.id)
  end
end

local function end_hold(hold)
  hold.closed = true
  hold.total = math.max(hold.spent, hold.journaled)
  write_hold(hold)
end

-- Cuts the holds that are past their time to what is known to be spent. Answers whether there were any.
local function expire_holds()
  local ended = redis.call('ZRANGEBYSCORE', expiry, '-inf', text(now))
  for _, id in ipairs(ended) do
    end_hold(read_hold(id))
  end
  return #ended > 0
end

-- Stores a balance unless a later one is known; `first`: whether it may be the first one loaded.
local function put_balance(version_field, amount_field, version, amount, first)
  local stored = redis.call('HMGET', wallet, version_field, amount_field)
  local known = tonumber(stored[1] or '0')
  version = tonumber(version)
  if version < known or (stored[2] and version == known) then
    return false
  end
  redis.call('HSET', wallet, version_field, text(version))
  if not stored[2] and not first then
    return false
  end
  redis.call('HSET', wallet, amount_field, amount)
  return true
end

local function put_account(version, base, frozen, first)
  if put_balance('version', 'base', version, base, first) then
    redis.call('HSET', wallet, 'frozen', frozen)
  end
end

local function put_token(id, version, remain, first)
  put_balance('version:' .. id, 'remain:' .. id, version, remain, first)
end

local function keep_while_held()
  if redis.call('EXISTS', holds) == 1 then
    redis.call('PERSIST', wallet)
  else
    redis.call('EXPIRE', wallet, IDLE_SECONDS)
  end
end
