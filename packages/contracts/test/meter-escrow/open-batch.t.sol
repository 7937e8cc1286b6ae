// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IMeterEscrow} from "../../src/IMeterEscrow.sol";
import {MeterStatus} from "../../src/Meter.sol";
import {MeterTerms} from "../../src/MeterTerms.sol";
import {TestAusd} from "../../src/TestAusd.sol";
import {EscrowTest} from "../base/EscrowTest.sol";
import {Vm} from "../base/Vm.sol";
import {HungryWallet} from "../mocks/HungryWallet.sol";
import {FeeOnTransferToken} from "../mocks/MisbehavingTokens.sol";
import {PlainToken} from "../mocks/PlainToken.sol";

/// @notice Reverts with a megabyte, though a batch reads four bytes of it.
contract LoudToken is PlainToken {
    function receiveWithAuthorization(address, address, uint256, uint256, uint256, bytes32, bytes calldata)
        external
        pure
        override
    {
        assembly {
            mstore(0, 0xdeadbeef00000000000000000000000000000000000000000000000000000000)
            revert(0, 20000)
        }
    }
}

/// @notice No item of a batch can spoil another (docs/money.md, rule 71).
contract OpenBatchTest is EscrowTest {
    uint256 private constant SHARE = 200_000;

    function test_openBatch_opensEach() public {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(3);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Opened(escrow.getId(terms[0]), payer, merchant, terms[0]);
        openBatch(terms, signatures);
        for (uint256 i = 0; i < 3; i++) {
            assertState(escrow.getId(terms[i]), MeterStatus.Open, NOW, 0, 0);
        }
        assertBalances(FUNDS - 3 * DEPOSIT, 0, 0, 3 * DEPOSIT);
    }

    function test_openBatch_skipsAndReportsWhatOpenWouldRefuse() public {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(5);
        terms[0].operator = stranger;
        signatures[1] = signatures[0];
        terms[3].feeBps = 1001;
        terms[4] = terms[2];
        signatures[4] = signatures[2];
        vm.recordLogs();
        openBatch(terms, signatures);
        assertSkips(
            terms,
            [
                IMeterEscrow.NotOperator.selector,
                TestAusd.InvalidSignature.selector,
                bytes4(0),
                IMeterEscrow.FeeTooHigh.selector,
                IMeterEscrow.AlreadyOpened.selector
            ]
        );
        assertState(escrow.getId(terms[2]), MeterStatus.Open, NOW, 0, 0);
        assertBalances(FUNDS - DEPOSIT, 0, 0, DEPOSIT);
    }

    function test_openBatch_opensNothingOfAnother_fromAnyCaller() public {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(2);
        vm.prank(stranger);
        escrow.openBatch(terms, signatures, SHARE);
        assertState(escrow.getId(terms[0]), MeterStatus.Unknown, 0, 0, 0);
        assertBalances(FUNDS, 0, 0, 0);
    }

    function test_openBatch_checksTheBalanceOfEachItem() public {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(3);
        FeeOnTransferToken short = new FeeOnTransferToken();
        short.mint(payer, 10 * DEPOSIT);
        terms[1].token = address(short);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Skipped(escrow.getId(terms[1]), 1, IMeterEscrow.DepositNotReceived.selector);
        openBatch(terms, signatures);
        assertState(escrow.getId(terms[1]), MeterStatus.Unknown, 0, 0, 0);
        vm.assertEq(short.balanceOf(payer), 10 * DEPOSIT, "what it moved came back");
        assertBalances(FUNDS - 2 * DEPOSIT, 0, 0, 2 * DEPOSIT);
    }

    function test_openBatch_skips_whenAWalletBurnsItsShare() public {
        assertNotContagious(address(new HungryWallet(0)));
    }

    function test_openBatch_skips_whenAWalletAnswersWithTooMuch() public {
        assertNotContagious(address(new HungryWallet(50_000)));
    }

    function test_openBatch_skips_whenATokenAnswersWithTooMuch() public {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(3);
        terms[1].token = address(new LoudToken());
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Skipped(escrow.getId(terms[1]), 1, 0xdeadbeef);
        openBatch(terms, signatures);
        assertBalances(FUNDS - 2 * DEPOSIT, 0, 0, 2 * DEPOSIT);
    }

    function test_openBatch_skips_whenTheShareIsTooSmall() public {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(1);
        vm.expectEmit(address(escrow));
        emit IMeterEscrow.Skipped(escrow.getId(terms[0]), 0, bytes4(0));
        vm.prank(operator);
        escrow.openBatch(terms, signatures, 2_000);
    }

    /// @dev With any gas limit the batch runs whole or reverts: no opening is lost because it was last.
    function test_openBatch_neverSkipsForWantOfGas() public {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(3);
        bytes memory call = abi.encodeCall(escrow.openBatch, (terms, signatures, SHARE));
        for (uint256 gasLimit = 20_000;; gasLimit += 1_009) {
            vm.prank(operator);
            (bool success,) = address(escrow).call{gas: gasLimit}(call);
            if (success) break;
            assertState(escrow.getId(terms[0]), MeterStatus.Unknown, 0, 0, 0);
        }
        assertBalances(FUNDS - 3 * DEPOSIT, 0, 0, 3 * DEPOSIT);
    }

    /// @dev The reasons of two items share four bytes of memory.
    function test_openBatch_reportsNoReasonOfAnother() public {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(2);
        terms[0].operator = stranger;
        vm.recordLogs();
        vm.prank(operator);
        escrow.openBatch(terms, signatures, 10_000);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertEq(logs.length, 2, "two Skipped");
        vm.assertEq(logs[0].data, abi.encode(0, IMeterEscrow.NotOperator.selector), "refused");
        vm.assertEq(logs[1].data, abi.encode(1, bytes4(0)), "out of gas");
    }

    /// @dev A call keeps back a 64th of the remaining gas (EIP-150), and has a cost of its own.
    function test_openBatch_reverts_whenWhatIsLeftIsOneShort() public {
        (,, uint256 less,) = tryOne(SHARE - 64_000);
        (, uint256 index, uint256 available, uint256 asked) = tryOne(SHARE);
        vm.assertEq(index, 0, "index");
        vm.assertEq(asked, SHARE, "asked");
        vm.assertEq(available - less, 63_000, "63 of each 64");
        uint256 most = 0;
        bool success = false;
        for (uint256 gasLimit = SHARE + ((SHARE + 900 - available) * 64) / 63; !success; gasLimit++) {
            (success,, available,) = tryOne(gasLimit);
            if (!success) most = available;
        }
        vm.assertEq(most, SHARE + 999, "the most that is not enough");
    }

    function tryOne(uint256 gasLimit) private returns (bool success, uint256 index, uint256 available, uint256 asked) {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(1);
        bytes memory call = abi.encodeCall(escrow.openBatch, (terms, signatures, SHARE));
        bytes memory reason;
        vm.prank(operator);
        (success, reason) = address(escrow).call{gas: gasLimit}(call);
        if (success) return (success, 0, 0, 0);
        vm.assertEq(bytes32(bytes4(reason)), bytes32(IMeterEscrow.NotEnoughGas.selector), "reason");
        assembly ("memory-safe") {
            index := mload(add(reason, 0x24))
            available := mload(add(reason, 0x44))
            asked := mload(add(reason, 0x64))
        }
    }

    function test_openBatch_reverts_whenTheShareOverflows() public {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(1);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        vm.prank(operator);
        escrow.openBatch(terms, signatures, type(uint256).max);
    }

    function test_openBatch_reverts_whenTheListsDiffer() public {
        vm.expectRevert(abi.encodeWithSelector(IMeterEscrow.LengthMismatch.selector, 1, 2));
        escrow.openBatch(new MeterTerms[](1), new bytes[](2), SHARE);
    }

    function test_openBatch_doesNothing_whenEmpty() public {
        vm.recordLogs();
        openBatch(new MeterTerms[](0), new bytes[](0));
        assertNoLogs();
    }

    function assertNotContagious(address wallet) private {
        (MeterTerms[] memory terms, bytes[] memory signatures) = signMany(3);
        terms[1].payer = wallet;
        token.mint(wallet, DEPOSIT);
        openBatch(terms, signatures);
        assertState(escrow.getId(terms[0]), MeterStatus.Open, NOW, 0, 0);
        assertState(escrow.getId(terms[1]), MeterStatus.Unknown, 0, 0, 0);
        assertState(escrow.getId(terms[2]), MeterStatus.Open, NOW, 0, 0);
        assertBalances(FUNDS - 2 * DEPOSIT, 0, 0, 2 * DEPOSIT);
    }

    /// @dev `reasons` has zero for the one item that opened.
    function assertSkips(MeterTerms[] memory terms, bytes4[5] memory reasons) private {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        uint256 found;
        for (uint256 i = 0; i < logs.length; i++) {
            if (logs[i].topics[0] != IMeterEscrow.Skipped.selector) continue;
            (uint256 index, bytes4 reason) = abi.decode(logs[i].data, (uint256, bytes4));
            vm.assertEq(logs[i].topics[1], escrow.getId(terms[index]), "id");
            vm.assertEq(bytes32(reason), bytes32(reasons[index]), "reason");
            found++;
        }
        vm.assertEq(found, 4, "skipped");
    }

    function signMany(uint256 count) private view returns (MeterTerms[] memory terms, bytes[] memory signatures) {
        (terms, signatures) = (new MeterTerms[](count), new bytes[](count));
        for (uint256 i = 0; i < count; i++) {
            terms[i] = defaultTerms();
            terms[i].salt = bytes32(i + 1);
            signatures[i] = signOpening(terms[i], PAYER_KEY);
        }
    }

    function openBatch(MeterTerms[] memory terms, bytes[] memory signatures) private {
        vm.prank(operator);
        escrow.openBatch(terms, signatures, SHARE);
    }
}
