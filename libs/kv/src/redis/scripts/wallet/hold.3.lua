-- ARGV: now, hold id, token id, token limited, total, time left in ms, force, share, max. Answers status, figure and, when cold, the ticket.
local id, token, limited, total = ARGV[2], ARGV[3], ARGV[4] == '1', tonumber(ARGV[5])
local expires, force, share, max = now + tonumber(ARGV[6]), ARGV[7] == '1', tonumber(ARGV[8]), tonumber(ARGV[9])

-- The time of Redis tells the answers of an emptied store from those before it.
local function cold(missing)
  redis.call('HSETNX', wallet, 'ticket', table.concat(redis.call('TIME'), '.'))
  keep_while_held()
  return { 'cold', missing, redis.call('HGET', wallet, 'ticket') }
end

expire_holds()
local known = read_hold(id)
local hold = known
  or { id = id, token = token, total = 0, journaled = 0, spent = 0, closed = false, expires = 0, held = 0 }
total = math.max(total, hold.total)

if not force then
  local account = redis.call('HMGET', wallet, 'base', 'frozen', 'held')
  if not account[1] then
    return cold('account')
  end
  if account[2] == '1' then
    return { 'frozen' }
  end
  local available = account[1] - (account[3] or 0)
  local token_available = math.huge
  if limited then
    local balance = redis.call('HMGET', wallet, 'remain:' .. hold.token, 'held:' .. hold.token)
    if not balance[1] then
      return cold('token')
    end
    token_available = balance[1] - (balance[2] or 0)
  end
  local need = total - hold.total
  if need > 0 and need > available then
    return { 'user_exhausted', available }
  end
  if need > 0 and need > token_available then
    return { 'token_exhausted', token_available }
  end
  if share and (need > 0 or not known) then
    local rest = math.min(available, token_available) - need
    total = total + math.max(0, math.floor(math.min(rest * share, max, rest)))
  end
end

hold.total = total
hold.closed = false
hold.expires = math.max(hold.expires, expires)
write_hold(hold)
keep_while_held()
return { 'granted', total }
