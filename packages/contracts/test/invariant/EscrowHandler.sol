// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {MeterEscrow} from "../../src/MeterEscrow.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {Test} from "../base/Test.sol";

/// @notice Drives two escrows with two tokens, operators, merchants, fee recipients and payers at random. The calls come
/// in any order, with hostile arguments and with too little gas. Its own model holds the allowed cost of each meter:
/// opening and stop instants, seconds and amounts, computed apart from the contract.
contract EscrowHandler is Test {
    uint256 public constant METERS = 8;
    uint256 public constant FUNDS = 1e12;
    uint256 private constant SHARE = 300_000;
    bytes32 private constant RECEIVE_TYPEHASH = keccak256(
        "ReceiveWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)"
    );

    struct Ghost {
        bool opened;
        bool ended;
        uint256 openedAt;
        uint256 stoppedAt;
        uint256 deposit;
        uint256 billedSeconds;
        uint256 gross;
        uint256 fee;
    }

    MeterEscrow[2] public escrows;
    TestAusd[2] public tokens;
    address[2] private _merchants = [address(0x3E3C4A), address(0x3E3C4B)];
    address[2] private _feeRecipients = [address(0xFEE), address(0xFEF)];
    uint256[2] private _operatorKeys = [0x09E4A7, 0x09E4A8];
    uint256[2] private _payerKeys = [0xA11CE, 0xB0B];

    uint256 public timestamp = 1_800_000_000;
    mapping(uint256 meter => Ghost) public ghosts;
    mapping(address escrow => mapping(address token => uint256)) public donated;
    mapping(bytes32 action => uint256) public done;
    MeterTerms[] private _terms;

    constructor(MeterEscrow[2] memory escrows_, TestAusd[2] memory tokens_) {
        (escrows, tokens) = (escrows_, tokens_);
        vm.warp(timestamp);
        uint128[8] memory rates =
            [uint128(277e12), 0, 1, 385e9, 3.85e12, 123_456_789_012_345_678, 999_999_999_999, 1e12 + 1];
        for (uint256 i = 0; i < METERS; i++) {
            uint256 maximum = 60 + i * 40_000;
            _terms.push(
                MeterTerms({
                    payer: vm.addr(payerKey(i)),
                    merchant: _merchants[(i ^ (i >> 2)) & 1],
                    operator: vm.addr(operatorKey(i)),
                    token: address(tokens_[(i >> 1) & 1]),
                    feeRecipient: _feeRecipients[((i >> 1) ^ (i >> 2)) & 1],
                    feeBps: uint16(i * 142),
                    ratePerSecond: rates[i],
                    maxSeconds: uint32(maximum),
                    stopGrace: uint32(i * 43_200),
                    openBy: uint40(timestamp + 1 days),
                    expiry: uint40(timestamp + 1 days + maximum + (i % 2) * 10 days),
                    salt: bytes32(i)
                })
            );
        }
        for (uint256 i = 0; i < 4; i++) {
            tokens_[i & 1].mint(vm.addr(_payerKeys[i >> 1]), FUNDS);
        }
        // Random calls alone rarely paid a frozen account, so no amount was owed.
        tokens_[0].freeze(_merchants[0]);
        tokens_[1].freeze(_feeRecipients[1]);
    }

    function termsOf(uint256 meter) external view returns (MeterTerms memory) {
        return _terms[meter];
    }

    function escrowOf(uint256 meter) public view returns (MeterEscrow) {
        return escrows[meter & 1];
    }

    /// @notice Payers, merchants, fee recipients, operators, two of each.
    function accountAt(uint256 index) public view returns (address) {
        address[8] memory accounts = [
            vm.addr(_payerKeys[0]),
            vm.addr(_payerKeys[1]),
            _merchants[0],
            _merchants[1],
            _feeRecipients[0],
            _feeRecipients[1],
            vm.addr(_operatorKeys[0]),
            vm.addr(_operatorKeys[1])
        ];
        return accounts[index % 8];
    }

    function pass(uint256 elapsed) external {
        timestamp += elapsed % 3 == 0 ? bound(elapsed, 0, 200_000) : bound(elapsed, 0, 400);
        vm.warp(timestamp);
    }

    function open(uint256 meter, uint256 gasSeed) external {
        meter = bound(meter, 0, METERS - 1);
        bool should = opens(meter, _terms[meter].operator);
        bytes memory call = abi.encodeCall(MeterEscrow.open, (_terms[meter], signOpening(meter)));
        (bool success, bool starved) = attempt(_terms[meter].operator, escrowOf(meter), call, gasSeed);
        require(success ? should : !should || starved, "opening");
        if (success) start(meter);
        if (success) done["open"]++;
    }

    function openBatch(uint8 mask, uint8 repeated, uint256 gasSeed) external {
        (MeterEscrow escrow, address operator, uint256[] memory items) = pick(mask, repeated, gasSeed);
        bytes[] memory signatures = new bytes[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            signatures[i] = signOpening(items[i]);
        }
        bytes memory call = abi.encodeCall(MeterEscrow.openBatch, (termsAt(items), signatures, SHARE));
        (bool success, bool starved) = attempt(operator, escrow, call, gasSeed);
        require(success || starved, "batch did not open");
        for (uint256 i = 0; success && i < items.length; i++) {
            if (!opens(items[i], operator)) continue;
            start(items[i]);
            done["openBatch"]++;
        }
    }

    function settle(uint256 meter, uint32 toSecond, uint256 gasSeed) external {
        meter = bound(meter, 0, METERS - 1);
        toSecond = toSecond % 400_000;
        bytes memory call = abi.encodeCall(MeterEscrow.settle, (_terms[meter], toSecond));
        (bool success, bool starved) = attempt(_terms[meter].operator, escrowOf(meter), call, gasSeed);
        require(success || starved || !ghosts[meter].opened || paused(meter), "did not settle");
        if (success && bill(meter, toSecond)) done["settle"]++;
    }

    function settleBySig(uint256 meter, uint32 toSecond, address sender, uint256 gasSeed) external {
        meter = bound(meter, 0, METERS - 1);
        toSecond = toSecond % 400_000;
        MeterEscrow escrow = escrowOf(meter);
        bytes memory signature =
            sign(escrow.getStatementDigest(escrow.getId(_terms[meter]), toSecond), operatorKey(meter));
        bytes memory call = abi.encodeCall(MeterEscrow.settleBySig, (_terms[meter], toSecond, signature));
        (bool success, bool starved) = attempt(sender, escrow, call, gasSeed);
        require(success || starved || !ghosts[meter].opened || paused(meter), "did not settle by statement");
        if (success && bill(meter, toSecond)) done["settleBySig"]++;
    }

    function settleBatch(uint32 toSecond, uint8 mask, uint8 repeated, uint256 gasSeed) external {
        (MeterEscrow escrow, address operator, uint256[] memory items) = pick(mask, repeated, gasSeed);
        uint32[] memory toSeconds = secondsFor(items, toSecond);
        bytes memory call = abi.encodeCall(MeterEscrow.settleBatch, (termsAt(items), toSeconds));
        (bool success, bool starved) = attempt(operator, escrow, call, gasSeed);
        require(success || starved || anyPaused(), "batch did not settle");
        for (uint256 i = 0; success && i < items.length; i++) {
            if (_terms[items[i]].operator == operator && bill(items[i], toSeconds[i])) done["settleBatch"]++;
        }
    }

    function close(uint256 meter, uint32 toSecond, uint256 gasSeed) external {
        meter = bound(meter, 0, METERS - 1);
        toSecond = toSecond % 400_000;
        bytes memory call = abi.encodeCall(MeterEscrow.close, (_terms[meter], toSecond));
        (bool success, bool starved) = attempt(_terms[meter].operator, escrowOf(meter), call, gasSeed);
        require(success || starved || !ghosts[meter].opened || paused(meter), "did not close");
        if (success && end(meter, toSecond)) done["close"]++;
    }

    function closeBatch(uint32 toSecond, uint8 mask, uint8 repeated, uint256 gasSeed) external {
        if (toSecond % 4 != 0) return;
        (MeterEscrow escrow, address operator, uint256[] memory items) = pick(mask, repeated, gasSeed);
        uint32[] memory toSeconds = secondsFor(items, toSecond);
        bytes memory call = abi.encodeCall(MeterEscrow.closeBatch, (termsAt(items), toSeconds));
        (bool success, bool starved) = attempt(operator, escrow, call, gasSeed);
        require(success || starved || anyPaused(), "batch did not close");
        for (uint256 i = 0; success && i < items.length; i++) {
            if (_terms[items[i]].operator == operator && end(items[i], toSeconds[i])) done["closeBatch"]++;
        }
    }

    function stop(uint256 meter, uint256 gasSeed) external {
        meter = bound(meter, 0, METERS - 1);
        bytes memory call = abi.encodeCall(MeterEscrow.stop, (_terms[meter]));
        if (stopped(meter, _terms[meter].payer, call, gasSeed)) done["stop"]++;
    }

    function stopBySig(uint256 meter, address sender, uint256 gasSeed) external {
        meter = bound(meter, 0, METERS - 1);
        MeterEscrow escrow = escrowOf(meter);
        bytes memory signature = sign(escrow.getStopDigest(escrow.getId(_terms[meter])), payerKey(meter));
        bytes memory call = abi.encodeCall(MeterEscrow.stopBySig, (_terms[meter], signature));
        if (stopped(meter, sender, call, gasSeed)) done["stopBySig"]++;
    }

    function reclaim(uint256 meter, address sender, uint256 gasSeed) external {
        meter = bound(meter, 0, METERS - 1);
        Ghost storage ghost = ghosts[meter];
        MeterTerms memory terms = _terms[meter];
        bool due = timestamp >= terms.expiry || (ghost.stoppedAt != 0 && timestamp >= ghost.stoppedAt + terms.stopGrace);
        bool should = ghost.opened && !ghost.ended && due;
        bytes memory call = abi.encodeCall(MeterEscrow.reclaim, (terms));
        (bool success, bool starved) = attempt(sender, escrowOf(meter), call, gasSeed);
        require(success ? should : !should || starved || paused(meter), "reclaim");
        if (success) ghost.ended = true;
        if (success) done["reclaim"]++;
    }

    /// @dev Searches for an account that is owed: a run's few random calls never included a withdrawal.
    function withdrawCredit(uint256 seed, bool isThawed, address sender, uint256 gasSeed) external {
        (MeterEscrow escrow, TestAusd token, address account) = owed(seed);
        if (isThawed) token.unfreeze(account);
        bool should =
            escrow.credit(address(token), account) != 0 && !token.isTransferPaused() && !token.isAccountFrozen(account);
        bytes memory call = abi.encodeCall(MeterEscrow.withdrawCredit, (address(token), account));
        (bool success, bool starved) = attempt(sender, escrow, call, gasSeed);
        require(success ? should : !should || starved, "withdrawal");
        if (success) done["withdrawCredit"]++;
    }

    function donate(uint256 which, uint64 amount) external {
        (TestAusd token, MeterEscrow escrow) = (tokens[which & 1], escrows[(which >> 1) & 1]);
        token.mint(address(escrow), amount);
        donated[address(escrow)][address(token)] += amount;
    }

    function freeze(uint256 account, uint256 which, bool isFrozen) external {
        if (isFrozen && account % 2 == 0) tokens[which & 1].freeze(accountAt(account / 2 % 6));
        else tokens[which & 1].unfreeze(accountAt(account / 2 % 6));
    }

    function pause(uint256 chance) external {
        tokens[chance & 1].setIsTransferPaused(chance % 8 < 2);
    }

    /// @notice An account that the terms do not name tries everything, with another operator's and payer's signatures
    /// too. Every call has to fail.
    function trespass(uint256 meter, address sender, uint32 toSecond) external {
        meter = bound(meter, 0, METERS - 1);
        MeterTerms memory terms = _terms[meter];
        MeterEscrow escrow = escrowOf(meter);
        if (sender == terms.operator || sender == terms.payer) return;
        bytes32 id = escrow.getId(terms);
        bytes[7] memory calls = [
            abi.encodeCall(MeterEscrow.open, (terms, signOpening(meter))),
            abi.encodeCall(MeterEscrow.openItem, (terms.operator, terms, signOpening(meter))),
            abi.encodeCall(MeterEscrow.settle, (terms, toSecond)),
            abi.encodeCall(
                MeterEscrow.settleBySig,
                (terms, toSecond, sign(escrow.getStatementDigest(id, toSecond), operatorKey(meter ^ 4)))
            ),
            abi.encodeCall(MeterEscrow.close, (terms, toSecond)),
            abi.encodeCall(MeterEscrow.stop, (terms)),
            abi.encodeCall(MeterEscrow.stopBySig, (terms, sign(escrow.getStopDigest(id), payerKey(meter ^ 1))))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success,) = attempt(sender, escrow, calls[i], 1);
            require(!success, "a stranger succeeded");
        }
    }

    /// @dev A quarter of all calls have too little gas, or barely enough.
    function attempt(address sender, MeterEscrow escrow, bytes memory call, uint256 gasSeed)
        private
        returns (bool success, bool starved)
    {
        starved = gasSeed % 4 == 0;
        uint256 limit = starved ? bound(gasSeed / 4, 5_000, 250_000) : 10_000_000;
        vm.prank(sender);
        (success,) = address(escrow).call{gas: limit}(call);
        if (success && starved) done["starved"]++;
    }

    function stopped(uint256 meter, address sender, bytes memory call, uint256 gasSeed) private returns (bool success) {
        Ghost storage ghost = ghosts[meter];
        bool should = ghost.opened && !ghost.ended && ghost.stoppedAt == 0;
        bool starved;
        (success, starved) = attempt(sender, escrowOf(meter), call, gasSeed);
        require(success ? should : !should || starved, "stop");
        if (success) ghost.stoppedAt = timestamp;
    }

    /// @dev The first account that is owed an amount, from `seed` on, or else the last account that was read.
    function owed(uint256 seed) private view returns (MeterEscrow escrow, TestAusd token, address account) {
        for (uint256 i = 0; i < 24; i++) {
            uint256 index = (seed % 24 + i) % 24;
            (escrow, token, account) = (escrows[index / 12], tokens[(index / 6) & 1], accountAt(index % 6));
            if (escrow.credit(address(token), account) != 0) break;
        }
    }

    function opens(uint256 meter, address operator) private view returns (bool) {
        MeterTerms memory terms = _terms[meter];
        return operator == terms.operator && !ghosts[meter].opened && timestamp < terms.openBy && !paused(meter)
            && !TestAusd(terms.token).isAccountFrozen(terms.payer);
    }

    function start(uint256 meter) private {
        Ghost storage ghost = ghosts[meter];
        (ghost.opened, ghost.openedAt, ghost.deposit) = (true, timestamp, depositOf(meter));
    }

    /// @dev The model: clamped to maximum, stop, expiry and now, counted from the opening, never less than before.
    function bill(uint256 meter, uint256 toSecond) private returns (bool) {
        Ghost storage ghost = ghosts[meter];
        if (!ghost.opened || ghost.ended) return false;
        MeterTerms memory terms = _terms[meter];
        uint256 latest = timestamp < terms.expiry ? timestamp : terms.expiry;
        if (ghost.stoppedAt != 0 && ghost.stoppedAt < latest) latest = ghost.stoppedAt;
        uint256 second = latest - ghost.openedAt;
        if (second > terms.maxSeconds) second = terms.maxSeconds;
        if (second > toSecond) second = toSecond;
        if (second <= ghost.billedSeconds) return false;
        ghost.billedSeconds = second;
        ghost.gross = uint256(terms.ratePerSecond) * second / 1e12;
        ghost.fee = ghost.gross * terms.feeBps / 10_000;
        return true;
    }

    function end(uint256 meter, uint256 toSecond) private returns (bool) {
        Ghost storage ghost = ghosts[meter];
        if (!ghost.opened || ghost.ended) return false;
        bill(meter, toSecond);
        ghost.ended = true;
        return true;
    }

    /// @dev Meters of one escrow, of both its operators and also unopened ones, some of them twice.
    function pick(uint8 mask, uint8 repeated, uint256 seed)
        private
        view
        returns (MeterEscrow escrow, address operator, uint256[] memory items)
    {
        uint256 which = (seed / 4) & 1;
        items = new uint256[](METERS);
        uint256 count;
        for (uint256 i = 0; i < METERS / 2; i++) {
            if (mask & (1 << i) != 0) items[count++] = 2 * i + which;
            if (mask & repeated & (1 << i) != 0) items[count++] = 2 * i + which;
        }
        assembly {
            mstore(items, count)
        }
        return (escrows[which], vm.addr(_operatorKeys[mask >> 7]), items);
    }

    function termsAt(uint256[] memory items) private view returns (MeterTerms[] memory terms) {
        terms = new MeterTerms[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            terms[i] = _terms[items[i]];
        }
    }

    function secondsFor(uint256[] memory items, uint32 toSecond) private pure returns (uint32[] memory toSeconds) {
        toSeconds = new uint32[](items.length);
        for (uint256 i = 0; i < items.length; i++) {
            toSeconds[i] = uint32((uint256(toSecond) * (i + 1)) % 400_000);
        }
    }

    function paused(uint256 meter) private view returns (bool) {
        return TestAusd(_terms[meter].token).isTransferPaused();
    }

    function anyPaused() private view returns (bool) {
        return tokens[0].isTransferPaused() || tokens[1].isTransferPaused();
    }

    function operatorKey(uint256 meter) private view returns (uint256) {
        return _operatorKeys[(meter >> 2) & 1];
    }

    function payerKey(uint256 meter) private view returns (uint256) {
        return _payerKeys[(meter ^ (meter >> 1)) & 1];
    }

    function depositOf(uint256 meter) private view returns (uint256) {
        uint256 exact = uint256(_terms[meter].ratePerSecond) * _terms[meter].maxSeconds;
        return exact / 1e12 + (exact % 1e12 == 0 ? 0 : 1);
    }

    function signOpening(uint256 meter) private view returns (bytes memory) {
        MeterTerms memory terms = _terms[meter];
        MeterEscrow escrow = escrowOf(meter);
        bytes32 structHash = keccak256(
            abi.encode(RECEIVE_TYPEHASH, terms.payer, escrow, depositOf(meter), 0, terms.openBy, escrow.getId(terms))
        );
        bytes32 separator = TestAusd(terms.token).DOMAIN_SEPARATOR();
        return sign(keccak256(abi.encodePacked(hex"1901", separator, structHash)), payerKey(meter));
    }

    function sign(bytes32 digest, uint256 key) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }
}
